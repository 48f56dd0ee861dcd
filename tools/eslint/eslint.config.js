/* Two worlds: scripts that run in pages, classic and with a page's nodes in their hands, and the
   modules of the extension's own pages. Run from the root of the project. */
import js from "@eslint/js";
import { parseAll } from "@webref/idl";
import globals from "globals";

const IN_PAGES = ["app/extension/in_page/*.js", "auditor/browser/in_page/*.js"];
/* What a list and a rectangle have too. */
const ALSO_OF_OTHERS = new Set(["length", "x", "y", "width", "height"]);
/* What holds no node, wherever it stands. */
const NO_NODE = "dom|Math|Object|Promise|location|window|style|look|own|above|seen|referenced|reflectedTo|reader|inside|record|gone|held|auditorBadges";
const GIVES_NO_NODE = "URL|matchMedia|snapshot|generated";

/* Every property and method that a document, an element or a shadow root has by a standard. */
async function membersOfNodes() {
  const parts = Object.values(await parseAll()).flat();
  const found = new Set();
  const seen = new Set();
  const add = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const part of parts) {
      if (part.type === "includes" && part.target === name) add(part.includes);
      if (part.name !== name || !part.members) continue;
      for (const member of part.members) if (member.name) found.add(member.name);
      if (part.inheritance) add(part.inheritance);
    }
  };
  const nodes = /^(HTML.*Element|SVG.*Element|MathMLElement|Element|Document|ShadowRoot|Text)$/;
  for (const part of parts) if (part.type === "interface" && nodes.test(part.name)) add(part.name);
  return [...found].filter((name) => !ALSO_OF_OTHERS.has(name));
}

const member = `/^(${(await membersOfNodes()).join("|")})$/`;
const message = "A form or a document may have a field of this name: take it by dom (dom.js).";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: { eqeqeq: "error", "prefer-const": ["error", { ignoreReadBeforeAssign: true }] },
  },
  {
    files: ["app/extension/panel/*.js"],
    languageOptions: { sourceType: "module", globals: { ...globals.browser, chrome: "readonly" } },
  },
  {
    /* What the panel has a page's scripts do is a function of its own that runs there. */
    files: ["app/extension/panel/page.js"],
    languageOptions: { globals: { auditorAbout: "readonly", auditorCollect: "readonly", auditorPage: "readonly" } },
  },
  {
    files: IN_PAGES,
    languageOptions: { sourceType: "script", globals: { ...globals.browser, dom: "readonly", settle: "writable" } },
    rules: {
      "no-unused-vars": ["error", { varsIgnorePattern: "^(snapshot|settle|still|dom)$" }],
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-restricted-syntax": ["error",
        {
          selector: `MemberExpression[computed=false][property.name=${member}]`
            + `:not([object.name=/^(${NO_NODE})$/], [object.callee.name=/^(${GIVES_NO_NODE})$/])`,
          message,
        },
        {
          selector: `VariableDeclarator:not([init.callee.object.name="dom"],`
            + ` [init.callee.name=/^(${GIVES_NO_NODE})$/]) > ObjectPattern > Property[key.name=${member}]`,
          message,
        },
      ],
    },
  },
  {
    files: ["app/extension/in_page/*.js"],
    languageOptions: {
      globals: {
        chrome: "readonly", snapshot: "readonly", settle: "readonly",
        auditorPage: "readonly", auditorBadges: "readonly", auditorIsEmpty: "readonly",
        auditorAbout: "readonly", auditorParsed: "readonly",
      },
    },
  },
];

/* Opens the panel of a window when its button or key is pressed, and hands the other keys to it.
   Nothing is awaited before it opens: both browsers open it only while the press is being handled. */
const tell = (type, tab) =>
  chrome.runtime.sendMessage({ type, tab: tab.id, window: tab.windowId }).catch(() => {});

chrome.action.onClicked.addListener((tab) => {
  if (chrome.sidePanel) chrome.sidePanel.open({ windowId: tab.windowId });
  else chrome.sidebarAction.open();
  /* A panel that is open already hears this; one that is just opening audits by itself. */
  tell("audit", tab);
});
chrome.commands.onCommand.addListener((command, tab) => { if (tab) tell(command, tab); });

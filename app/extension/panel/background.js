/* Opens the panel of a tab when its button or key is pressed. Nothing is awaited before it opens:
   both browsers open it only while the press is being handled. */
chrome.action.onClicked.addListener((tab) => {
  const path = `panel/panel.html?tab=${tab.id}`;
  if (chrome.sidePanel) {
    chrome.sidePanel.setOptions({ tabId: tab.id, path, enabled: true });
    chrome.sidePanel.open({ tabId: tab.id });
  } else {
    chrome.sidebarAction.setPanel({ tabId: tab.id, panel: chrome.runtime.getURL(path) });
    chrome.sidebarAction.open();
  }
  /* A panel that is open already hears this; one that is just opening audits by itself. */
  chrome.runtime.sendMessage({ type: "audit", tab: tab.id }).catch(() => {});
});

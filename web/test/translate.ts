/** Translates the page as a browser's own translator does: each text becomes two nested `font` elements in its place. */
export function translatePage(word: (text: string) => string = (text) => text): () => void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    if (root instanceof Text) texts.push(root);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || parent.closest('font, script, style, title')) continue;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = word(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) translate(node);
  });
  translate(document.body);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => watch.disconnect();
}

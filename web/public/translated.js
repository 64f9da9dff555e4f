// Keeps a page right that its browser translates. A translator replaces each text by elements, and React then changes or
// removes a text that is no longer on the page: old amounts would stay beside new ones, and removing one would end the page.
(() => {
  /** For each text that a translator took out, the element in its place. */
  const places = new WeakMap();
  const taken = new WeakSet();
  const placeOf = (parent, node) => {
    const place = node && node.parentNode !== parent ? places.get(node) : undefined;
    return place?.parentNode === parent ? place : node;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function (node) {
    return removeChild.call(this, placeOf(this, node));
  };
  Node.prototype.insertBefore = function (node, before) {
    return insertBefore.call(this, node, placeOf(this, before));
  };

  const watch = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      if (type === 'characterData') {
        // The translator translates the new text once more.
        if (!target.isConnected) places.get(target).textContent = target.data;
        continue;
      }
      const near = [...addedNodes, previousSibling, nextSibling];
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        const place = near.find((node) => node?.nodeName === 'FONT' && !taken.has(node));
        if (!place) continue;
        places.set(text, place);
        taken.add(place);
        watch.observe(text, { characterData: true });
      }
    }
  });
  watch.observe(document, { childList: true, subtree: true });
})();

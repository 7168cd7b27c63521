// A browser that translates the page puts elements in place of its texts. React, which still knows the texts, would fail to remove
// them and to insert something before them, and the whole page with it. What is
// removed stays visible in what the browser put in its place.
const { removeChild, insertBefore } = Node.prototype;

Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
};

Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null): Added {
  return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added;
};

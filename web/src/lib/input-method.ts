// Keys that an input method takes while it makes a word, as for Japanese or Chinese: Enter and Escape there end the word, and must not
// save or close what it is typed into. Safari reports the last of them after the word, with the code 229.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopPropagation();
  },
  true,
);

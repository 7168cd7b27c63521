// Keys that an input method takes while it makes a word, as for Japanese or Chinese: Enter and Escape there end the word, and must not
// save or close what it is typed into. Browsers report them with the code 229. `isComposing` says something else: Android's keyboard
// composes every word, and its Enter, with the code 13, is meant for the field.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.keyCode === 229) event.stopPropagation();
  },
  true,
);

/* Starts the API reference, and shows whether "Test Request" would change live data. */
/* global Scalar */
const LIVE = 'This is a live key: requests change live data.';
const PASTE = 'To try requests, paste a test key (bdj_test_…). A live key changes live data.';
const DEMO =
  'Requests use the test key that is filled in. It reads the sandbox of the demo; to write, paste your own test key.';

/** @param {{ authentication: object }} configuration of Scalar. @param {string | null} key a test key of the demo */
globalThis.startReference = (configuration, key) => {
  const usual = key === null ? PASTE : DEMO;
  const note = document.getElementById('key-note');
  const show = (text) => {
    note.textContent = text;
    note.classList.toggle('warning', text === LIVE);
  };
  show(usual);
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && /^bdj_(live|test)_/.test(target.value)) {
      show(target.value.startsWith('bdj_live_') ? LIVE : usual);
    }
  });
  const authentication = {
    ...configuration.authentication,
    ...(key === null ? {} : { securitySchemes: { partnerKey: { token: key } } }),
  };
  Scalar.createApiReference('#app', { ...configuration, authentication });
};

/* Starts the API reference, and says which world "Test Request" would change. */
/* global Scalar */
const LIVE = 'This is a live key: requests change live data.';
const PASTE = 'To try requests, paste a test key (bdj_test_…). A live key would change live data.';
const DEMO = 'Requests go to the sandbox of the demo, with a test key that is filled in.';

/** @param {{ authentication: object }} configuration of Scalar. @param {string | null} key a test key of the demo */
globalThis.startReference = (configuration, key) => {
  const usual = key === null ? PASTE : DEMO;
  const note = document.getElementById('key-note');
  const say = (text) => {
    note.textContent = text;
    note.classList.toggle('warning', text === LIVE);
  };
  say(usual);
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && /^bdj_(live|test)_/.test(target.value)) {
      say(target.value.startsWith('bdj_live_') ? LIVE : usual);
    }
  });
  const authentication = {
    ...configuration.authentication,
    ...(key === null ? {} : { securitySchemes: { partnerKey: { token: key } } }),
  };
  Scalar.createApiReference('#app', { ...configuration, authentication });
};

/* Starts the API reference, and shows whether "Test Request" would change live data. */
/* global Scalar */
const LIVE = 'This is a live key: requests change live data.';
const PASTE = 'To try requests, paste a test key (bdj_test_…). A live key changes live data.';
const note = document.getElementById('key-note');
const show = (text) => {
  note.textContent = text;
  note.classList.toggle('warning', text === LIVE);
};
show(PASTE);
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && /^bdj_(live|test)_/.test(target.value)) {
    show(target.value.startsWith('bdj_live_') ? LIVE : PASTE);
  }
});
Scalar.createApiReference('#app', {
  url: '/openapi.json',
  // The policy of the page allows no other, and the document names PUBLIC_URL.
  servers: [{ url: location.origin }],
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'partnerKey' },
});

/** The page of a night, opened by a link: no router and no sign-in. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from './language.ts';
import { codeInAddress, EnterCode } from './night/EnterCode.tsx';
import { openLink, readToken } from './night/link.ts';
import { NightPage } from './night/NightPage.tsx';
import { Tv } from './night/tv/Tv.tsx';
import { registerWorker } from './offline.ts';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/night.css';
import './style/night-page.css';
import './style/tv.css';

const app = document.getElementById('app');
if (app === null) throw new Error('the page has no #app');
const root = createRoot(app);
// Another code that is scanned into this tab.
addEventListener('hashchange', () => location.reload());

await loadTexts();
const token = readToken();
if (token === null) root.render(<EnterCode code={codeInAddress()} />);
else {
  const link = openLink(token);
  const isTv = new URLSearchParams(location.search).has('tv');
  root.render(<StrictMode>{isTv ? <Tv link={link} /> : <NightPage link={link} />}</StrictMode>);
}

registerWorker();

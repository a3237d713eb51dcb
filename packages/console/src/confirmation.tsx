/** The page of a match, opened by a player’s link: no router and no sign-in. */
import { BandejaConfirmation } from '@bandeja/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfirmationPage, Ended } from './confirmation/ConfirmationPage.tsx';
import { language, loadTexts } from './language.ts';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/night-page.css';
import './style/confirmation.css';

const app = document.getElementById('app');
if (app === null) throw new Error('the page has no #app');
const root = createRoot(app);
// Another link that is opened in this tab.
addEventListener('hashchange', () => location.reload());

await loadTexts();
const token = location.hash.slice(1);
if (!/^[\x21-\x7e]+$/.test(token)) root.render(<Ended isMissing />);
else {
  const client = new BandejaConfirmation({ baseUrl: location.origin, linkToken: token, language });
  root.render(
    <StrictMode>
      <ConfirmationPage client={client} />
    </StrictMode>,
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { isForOperators, queryClient } from './api.ts';
import { loadTexts, withTexts } from './language.ts';
import { showKeptMe } from './me.ts';
import { registerWorker } from './offline.ts';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/import.css';
import './style/pages.css';
import './style/night.css';
import './style/plan.css';
import './style/tv.css';

const app = document.getElementById('app');
if (app === null) throw new Error('the page has no #app');

const Join = lazy(async () => ({ default: (await withTexts(import('./pages/sign-in/Join.tsx'))).Join }));

await Promise.all([loadTexts(), isForOperators ? undefined : showKeptMe()]);
createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Suspense>{location.pathname === '/console/join' ? <Join /> : <App />}</Suspense>
    </QueryClientProvider>
  </StrictMode>,
);

registerWorker();

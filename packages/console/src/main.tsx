import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api.ts';
import { credential } from './credential.ts';
import { registerWorker } from './offline.ts';
import { SignIn } from './pages/sign-in/SignIn.tsx';
import { router } from './router.tsx';
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

createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      {credential === null ? <SignIn /> : <RouterProvider router={router} />}
    </QueryClientProvider>
  </StrictMode>,
);

registerWorker();

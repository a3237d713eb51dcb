import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isForOperators, queryClient } from './api.ts';
import { isSignedOut, meQuery, operatorQuery } from './me.ts';
import { SignedOut, SignIn, SignInAsOperator } from './pages/sign-in/SignIn.tsx';
import { Fault } from './parts/Fault.tsx';
import { Placeholder } from './parts/Loaded.tsx';
import { router } from './router.tsx';

export function App() {
  return isForOperators ? <AppOfOperator /> : <AppOfPerson />;
}

function AppOfOperator() {
  const { data, error, refetch } = useQuery(operatorQuery);
  if (isSignedOut(error)) return <SignInAsOperator />;
  if (data !== undefined) return <RouterProvider router={router} />;
  return error === null ? <Placeholder /> : <Fault error={error} onRetry={() => void refetch()} />;
}

/** If the sign-in ends while a page is open, the page stays: nothing that is typed on it is lost. */
function AppOfPerson() {
  const { data: me, error, refetch, dataUpdatedAt: confirmedAt } = useQuery(meQuery);
  const hasEnded = isSignedOut(error);
  const shown = useRef(me?.person.id);
  useEffect(() => {
    if (me === undefined) return;
    if ((shown.current ?? me.person.id) !== me.person.id) location.reload();
    shown.current = me.person.id;
    // What failed while nobody was signed in.
    if (!hasEnded) void queryClient.invalidateQueries({ predicate: ({ state }) => isSignedOut(state.error) });
  }, [me, hasEnded]);
  // The sign-in of the last visit has ended.
  if (hasEnded && confirmedAt === 0) return <SignIn />;
  if (me !== undefined) {
    return (
      <>
        <RouterProvider router={router} />
        {hasEnded && <SignedOut />}
      </>
    );
  }
  return error === null ? <Placeholder /> : <Fault error={error} onRetry={() => void refetch()} />;
}

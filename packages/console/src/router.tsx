/** The pages of the console. Each is loaded when it is opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { isForOperators, mode } from './api.ts';
import { loadClub } from './club.ts';
import { withTexts } from './language.ts';
import { Placeholder } from './parts/Loaded.tsx';
import { NotFound, PageFault } from './parts/NotFound.tsx';
import { Shell } from './shell/Shell.tsx';

/** A page with its texts. */
const page: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => withTexts(load()), name);

/** Search parameters as they are in the address: texts that may be absent. */
type Search<Name extends string> = { readonly [K in Name]?: string };

/** Keeps these parameters. The router reads `5` as a number, so they become texts again. */
function search<const Name extends string>(...names: readonly Name[]) {
  return (given: Readonly<Record<string, unknown>> & SearchSchemaInput): Search<Name> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = given[name];
        return value === undefined || value === '' ? [] : [[name, String(value)]];
      }),
    ) as Search<Name>;
}

const root = createRootRoute({
  beforeLoad: () => (isForOperators ? undefined : loadClub()),
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: PageFault,
});

const route = {
  home: createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: isForOperators ? '/operator/partners' : '/tonight' });
    },
  }),
  tonight: createRoute({
    getParentRoute: () => root,
    path: '/tonight',
    validateSearch: search('since', 'until'),
    component: page(() => import('./pages/tonight/Nights.tsx'), 'Nights'),
  }),
  night: createRoute({
    getParentRoute: () => root,
    path: '/tonight/$ref',
    validateSearch: search('tab'),
    component: page(() => import('./pages/plan/NightPlan.tsx'), 'NightPlan'),
  }),
  players: createRoute({
    getParentRoute: () => root,
    path: '/players',
    validateSearch: search('q', 'roster', 'window'),
    component: page(() => import('./pages/players/Players.tsx'), 'Players'),
  }),
  ranking: createRoute({
    getParentRoute: () => root,
    path: '/ranking',
    validateSearch: search('window'),
    component: page(() => import('./pages/ranking/Ranking.tsx'), 'Ranking'),
  }),
  rankingScreen: createRoute({
    getParentRoute: () => root,
    path: '/ranking/screen',
    validateSearch: search('window'),
    component: page(() => import('./pages/ranking/RankingScreen.tsx'), 'RankingScreen'),
  }),
  scale: createRoute({
    getParentRoute: () => root,
    path: '/scale',
    component: page(() => import('./pages/scale/Scale.tsx'), 'Scale'),
  }),
  player: createRoute({
    getParentRoute: () => root,
    path: '/players/$username',
    validateSearch: search('tab'),
    component: page(() => import('./pages/player/Player.tsx'), 'Player'),
  }),
  merge: createRoute({
    getParentRoute: () => root,
    path: '/players/$username/merge',
    validateSearch: search('into', 'merge'),
    component: page(() => import('./pages/merge/Merge.tsx'), 'Merge'),
  }),
  session: createRoute({
    getParentRoute: () => root,
    path: '/sessions/$ref',
    component: page(() => import('./pages/session/Session.tsx'), 'Session'),
  }),
  matches: createRoute({
    getParentRoute: () => root,
    path: '/matches',
    validateSearch: search('status', 'player', 'since', 'until'),
    component: page(() => import('./pages/matches/Matches.tsx'), 'Matches'),
  }),
  match: createRoute({
    getParentRoute: () => root,
    path: '/matches/$id',
    component: page(() => import('./pages/match/Match.tsx'), 'Match'),
  }),
  // One page with two addresses, so that a file goes on being sent once its import has one.
  import: createRoute({
    getParentRoute: () => root,
    path: '/import/{-$id}',
    component: page(() => import('./pages/import/Import.tsx'), 'Import'),
  }),
  imports: createRoute({
    getParentRoute: () => root,
    path: '/imports',
    component: page(() => import('./pages/imports/Imports.tsx'), 'Imports'),
  }),
  storedImport: createRoute({
    getParentRoute: () => root,
    path: '/imports/$id',
    validateSearch: search('rows'),
    component: page(() => import('./pages/imports/StoredImport.tsx'), 'StoredImport'),
  }),
  developers: createRoute({
    getParentRoute: () => root,
    path: '/developers',
    validateSearch: search('tab', 'endpoint'),
    component: page(() => import('./pages/developers/Developers.tsx'), 'Developers'),
  }),
  people: createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: page(() => import('./pages/people/People.tsx'), 'People'),
  }),
  club: createRoute({
    getParentRoute: () => root,
    path: '/club',
    component: page(() => import('./pages/club/Club.tsx'), 'Club'),
  }),
  devices: createRoute({
    getParentRoute: () => root,
    path: '/devices',
    component: page(() => import('./pages/people/OwnDevices.tsx'), 'OwnDevices'),
  }),
  partners: createRoute({
    getParentRoute: () => root,
    path: '/operator/partners',
    component: page(() => import('./pages/operator/Partners.tsx'), 'Partners'),
  }),
  partner: createRoute({
    getParentRoute: () => root,
    path: '/operator/partners/$id',
    component: page(() => import('./pages/operator/Partner.tsx'), 'Partner'),
  }),
  operators: createRoute({
    getParentRoute: () => root,
    path: '/operator/operators',
    component: page(() => import('./pages/operator/Operators.tsx'), 'Operators'),
  }),
  ratings: createRoute({
    getParentRoute: () => root,
    path: '/operator/ratings',
    component: page(() => import('./pages/operator/Ratings.tsx'), 'Ratings'),
  }),
  diagnosis: createRoute({
    getParentRoute: () => root,
    path: '/operator/diagnosis',
    component: page(() => import('./pages/operator/Diagnosis.tsx'), 'Diagnosis'),
  }),
};

export const router = createRouter({
  routeTree: root.addChildren(route),
  basepath: '/console',
  // Every link of a page of the sandbox leads to a page of the sandbox.
  ...(mode === 'test' && {
    rewrite: {
      input({ url }) {
        url.searchParams.delete('mode');
        return url;
      },
      output({ url }) {
        url.searchParams.set('mode', 'test');
        return url;
      },
    },
  }),
  defaultPreload: 'intent',
  defaultPendingComponent: Placeholder,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

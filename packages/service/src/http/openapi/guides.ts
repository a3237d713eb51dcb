interface Guide {
  readonly page: string;
  readonly title: string;
}

const errors: Guide = { page: 'guides/live-in-an-afternoon', title: 'Live in an afternoon' };
const night: Guide = { page: 'guides/club-night', title: 'A club night, from players to recap' };
const corrections: Guide = { page: 'guides/corrections', title: 'Corrections' };
const privacy: Guide = { page: 'guides/private-players', title: 'Private players and rosters' };
const erasure: Guide = { page: 'guides/privacy', title: 'What is stored about a player, and how to erase it' };
const points: Guide = { page: 'guides/why-my-score-moved', title: 'Why did my score (not) move?' };
const analysis: Guide = { page: 'analysis', title: 'Analysis: what the numbers mean' };
const pictures: Guide = { page: 'pictures', title: 'Pictures' };
const audit: Guide = { page: 'cli#audit', title: 'How to verify the audit trail' };
const operations: Guide = { page: 'operations/partners', title: 'Partners and keys' };
const ratings: Guide = { page: 'operations/ratings', title: 'Ratings' };
const monitoring: Guide = { page: 'operations/monitoring', title: 'Monitoring' };

/** The page of the documentation about an operation. */
const guides: Readonly<Record<string, Guide>> = {
  submitMatch: errors,
  submitMatches: night,
  previewMatch: night,
  listSessions: night,
  getSessionRecap: night,
  confirmMatch: corrections,
  amendMatch: corrections,
  voidMatch: corrections,
  undoImport: corrections,
  createMerge: corrections,
  undoMerge: corrections,
  explainMatch: points,
  registerPlayer: privacy,
  registerPlayers: privacy,
  updatePlayer: privacy,
  sharePlayer: privacy,
  redeemShare: privacy,
  exportPlayer: erasure,
  erasePlayer: erasure,
  listErasures: erasure,
  putRoster: privacy,
  addRosterMember: privacy,
  getRosterLeaderboard: night,
  getPlayerCard: analysis,
  analysePlayer: analysis,
  getPlayerProgress: analysis,
  getPlayerCardPicture: pictures,
  getPlayerProgressPicture: pictures,
  getSessionRecapPicture: pictures,
  getLeaderboardPicture: pictures,
  listAudit: audit,
  listMatchAudit: audit,
  createPartner: operations,
  updatePartner: operations,
  issueKey: operations,
  rotateKey: operations,
  revokeKey: operations,
  listUsage: operations,
  createOperatorTask: ratings,
  getSettlement: ratings,
  getCalibration: ratings,
  getReadiness: monitoring,
  getMetrics: monitoring,
};

/** A sentence with the link, for the description of an operation; empty without a page. */
export function guideSentence(operationId: string): string {
  const guide = guides[operationId];
  return guide === undefined ? '' : `Guide: [${guide.title}](/docs/${guide.page}).`;
}

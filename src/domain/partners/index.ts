export { hasAnyPartner } from './any.ts';
export { createPartner } from './create.ts';
export { getPartner } from './get.ts';
export { listPartners, placeByCreation } from './list.ts';
export { type Plan, plans } from './plan.ts';
export { updatePartner } from './update.ts';
export type { PartnerView } from './view.ts';

/** Partners: the clients of the API. An operator creates and changes them. */
export { createPartner, getPartner, hasAnyPartner, listPartners, updatePartner } from './partners.ts';
export { NewPartner, Partner, PartnerPatch, PartnerPath, type Plan, plans } from './shapes.ts';

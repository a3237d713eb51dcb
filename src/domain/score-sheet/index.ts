export { type ScoredMatch, type SetFormat, type SetTarget, type SheetSet, serverOf, sheetOf } from './sheet.ts';

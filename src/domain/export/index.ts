/** Everything that is held about a player. */
export { type ExportPage, exportPlayer } from './export-player.ts';
export { HeldMatch, heldFields } from './shapes.ts';

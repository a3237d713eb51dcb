/** A row of the rating ledger: what the model was given for one match and the states around it, winners first; of a draw the pair that has the lowest id. */
export interface LedgerRow {
  readonly match_id: string;
  readonly played_at: number;
  readonly model_version: string;
  readonly player_ids: readonly string[];
  readonly units_won: number | null;
  readonly units_lost: number | null;
  readonly units_standard: number | null;
  readonly weight: number;
  readonly length: number;
  /** 1 where partners choose each other, else 0. */
  readonly pair_evidence: number;
  /** What the first pair got: 1, of a draw 0.5. */
  readonly result: number;
  /** 20 numbers: four times mean, variance, shown, ms of the last match and matches played; NaN ×4 and 0 for no state. */
  readonly before: readonly number[];
  /** 12 numbers: four times mean, variance and shown. */
  readonly after: readonly number[];
}

/** How exact `last_used_at` is: phones poll, and each update writes a row. */
const TOUCH_EVERY_MS = 60_000;

/**
 * Records the use of a credential, at most once a minute.
 *
 * @returns whether it was recorded. With a full disk or a read-only database it is not: people can read all the same.
 */
export async function recordUse(lastUsedAt: number | null, now: number, touch: () => Promise<void>): Promise<boolean> {
  if (lastUsedAt !== null && now - lastUsedAt < TOUCH_EVERY_MS) return false;
  return touch().then(
    () => true,
    () => false,
  );
}

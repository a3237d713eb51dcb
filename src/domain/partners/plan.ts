/** What a partner has subscribed to, least first. */
export const plans = ['starter', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

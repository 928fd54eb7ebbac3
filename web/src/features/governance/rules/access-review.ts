/** Days after which the compliance check DPDP-SEC-B1 asks for another review. */
export const REVIEW_EVERY_DAYS = 90;

/** Whether the privileged users are to be gone through again; always where it was never done. */
export function isReviewDue(reviewedAt: string | undefined, nowMs: number): boolean {
  if (reviewedAt === undefined) return true;
  return nowMs - new Date(reviewedAt).getTime() > REVIEW_EVERY_DAYS * 86_400_000;
}

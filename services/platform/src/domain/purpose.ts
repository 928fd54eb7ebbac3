/** Whether a text is the one spelling of a purpose: services compare purposes exactly. The gateway converts others. */
export const isPurpose = (text: string): boolean => /^[a-z0-9_]{1,50}$/.test(text);

/** Why a text is not a purpose. */
export const PURPOSE_FORM = 'must be 1 to 50 of a-z, 0-9 and _';

/**
 * The one spelling of a purpose that was accepted when hyphens were allowed: audit entries and the consent of a waiting
 * import keep it.
 */
export const foldedPurpose = (accepted: string): string => accepted.replaceAll(/-+/g, '_');

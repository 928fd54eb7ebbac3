/** Tells the page, and scripts around it, which company is selected now. */
export function announceCompany(companyId: number): void {
  window.dispatchEvent(new CustomEvent<{ companyId: number }>('companyChanged', { detail: { companyId } }));
}

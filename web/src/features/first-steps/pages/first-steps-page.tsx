export function FirstStepsPage() {
  return null;
}

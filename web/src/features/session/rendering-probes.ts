/** Browsers that resist fingerprinting answer a canvas with nothing or throw. */
export function isCanvasBlocked(): boolean {
  try {
    return document.createElement('canvas').toDataURL().length < 10;
  } catch {
    return true;
  }
}

export function isWebglBlocked(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl') === null;
  } catch {
    return true;
  }
}

/** Fingerprints of the elements of a page, in the order of the document. */
export interface PageFingerprints {
  readonly elements: readonly Element[];
  /** Index of each element's parent; -1 for the root. */
  readonly parents: readonly number[];
  /** Index in `texts` of each element's fingerprint, without its descendants. */
  readonly fingerprints: readonly number[];
  readonly texts: readonly string[];
}

/**
 * Runs in the page. A fingerprint holds what a rule of axe reads of an element: markup, colours, fonts, whether it has
 * a name, which references resolve, whether it scrolls. It omits the content of texts and the position on the page.
 */
export function readFingerprints(): PageFingerprints {
  const styles = ['color', 'background', 'opacity', 'visibility', 'font', 'text-decoration', 'outline'];
  const texts =
    /^(alt|content|data-.*|datetime|href|name|placeholder|src|title|value|aria-(description|label|posinset|rowindex|value(now|text)))$/;
  const references =
    /^(for|aria-(activedescendant|controls|describedby|details|errormessage|labelledby|owns))$/;
  const ids = new Map<string, number>();
  for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);

  function attribute({ name, value }: Attr): string {
    if (name === 'id') return `id ${ids.get(value)}`;
    if (references.test(name)) return `${name} ${value.split(/\s+/).map((id) => ids.get(id) ?? 0)}`;
    return texts.test(name) ? `${name} ${value.trim() === ''}` : `${name} ${value}`;
  }
  function fingerprint(element: Element): string {
    const style = getComputedStyle(element);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const written = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const labels = 'labels' in element && element.labels instanceof NodeList ? element.labels.length : 0;
    return [
      element.localName,
      ...[...element.attributes].map(attribute),
      ...styles.map((name) => style.getPropertyValue(name)),
      // axe has weaker rules for texts of one letter.
      ...written.map(({ nodeValue }) => Math.min(2, nodeValue?.trim().length ?? 0)),
      `${labels} ${scrollWidth > clientWidth} ${scrollHeight > clientHeight}`,
    ].join('|');
  }

  const elements = [...document.querySelectorAll('*')];
  const places = new Map(elements.map((element, at) => [element, at]));
  const known = new Map<string, number>();
  const fingerprints = elements.map((element) => {
    const text = fingerprint(element);
    known.set(text, known.get(text) ?? known.size);
    return known.get(text) ?? 0;
  });
  const parents = elements.map(({ parentElement }) => (parentElement && places.get(parentElement)) ?? -1);
  return { elements, parents, fingerprints, texts: [...known.keys()] };
}

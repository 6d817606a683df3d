/** What a style says about whether a text can be seen. */
export type Style = ReadonlyMap<string, string>

/** The declarations of a `style` attribute or a rule; later ones win. */
export function styleOf(text: string): Style {
  const style = new Map<string, string>()
  for (const declaration of text.slice(0, longest).split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    style.set(
      name,
      declaration
        .slice(colon + 1)
        .replace(/!\s*important/i, '')
        .trim()
        .toLowerCase(),
    )
  }
  return style
}

const longest = 4000

/** Whether it hides an element with all there is in it. */
export function hides(style: Style): boolean {
  return isNotShown(style) || isFlat(style) || isElsewhere(style) || isCutAway(style)
}

function isNotShown(style: Style): boolean {
  if (style.get('display') === 'none' || style.get('mso-hide') === 'all') return true
  return (
    style.get('content-visibility') === 'hidden' ||
    fraction(style.get('opacity')) <= 0.05 ||
    /opacity\(0/.test(style.get('filter') ?? '')
  )
}

function fraction(value = '1'): number {
  const number = Number.parseFloat(value)
  return Number.isNaN(number) ? 1 : number / (value.endsWith('%') ? 100 : 1)
}

function isFlat(style: Style): boolean {
  if (!/hidden|clip/.test(style.get('overflow') ?? '')) return false
  return ['height', 'width', 'max-height', 'max-width'].some(
    (side) => (length(style.get(side)) ?? Number.POSITIVE_INFINITY) <= 1,
  )
}

/** A length in pixels; relative ones by the usual size of letters and screens. */
function length(value: string | undefined): number | undefined {
  const match = /^([+-]?[\d.]{1,12})(px|pt|em|rem|ex|ch|vw|vh|%|)$/.exec(value ?? '')
  if (!match?.[1]) return undefined
  return Number.parseFloat(match[1]) * (units[match[2] ?? ''] ?? 1)
}

const units: Readonly<Record<string, number>> = { em: 16, rem: 16, ex: 8, ch: 8, vw: 12, vh: 8, '%': 8, pt: 1.33 }

/** So far out that no screen shows it. */
const outside = -400

function isElsewhere(style: Style): boolean {
  const far = (name: string) => (length(style.get(name)) ?? 0) <= outside
  if (far('text-indent') || far('margin-left') || far('margin-top')) return true
  const isMoved = /absolute|fixed|relative/.test(style.get('position') ?? '')
  if (isMoved && ['left', 'top', 'right', 'bottom'].some(far)) return true
  const transform = style.get('transform') ?? ''
  return (
    /scale[xy]?\(\s*0(?:\.0+)?\s*[,)]/.test(transform) ||
    /translate[xy]?\(\s*-(?:\d{4,}px|[1-9]\d{2,}(?:vw|vh|%|px|em))/.test(transform)
  )
}

function isCutAway(style: Style): boolean {
  const clip = style.get('clip') ?? ''
  if (/^rect\(\s*[01](?:px)?[\s,]{1,3}[01](?:px)?[\s,]{1,3}[01](?:px)?[\s,]{1,3}[01](?:px)?\s*\)/.test(clip))
    return true
  return /^(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s*\))/.test(style.get('clip-path') ?? '')
}

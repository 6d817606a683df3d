/** A step's word that the rest of its plan is pointless: `REPLAN: why`. */
import { findMarker, markerValue, stripFences } from './reply-text.ts'

/** Why another plan is wanted, when the text begins with saying so; a `REPLAN:` further down is a mention. */
export function readReplanRequest(text: string): string | undefined {
  const said = stripFences(text.trim()).trim()
  const marker = findMarker(said, ['REPLAN'])
  if (marker?.start !== 0) return undefined
  return markerValue(said, marker) || 'no reason was given'
}

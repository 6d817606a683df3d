/** Labels in fences that a reply goes on behind: only a call makes them more than a quotation. */
import type { Marker } from './reply-text.ts'

/** The markers that count: of such fences, those of one that calls a tool there is. */
export function spokenMarkers(
  markers: readonly Marker[],
  isCall: (marker: Marker) => boolean,
  isAnswer: (marker: Marker) => boolean,
): readonly Marker[] {
  const calling = new Set(markers.filter((marker) => isPassed(marker) && isCall(marker)).map(({ fence }) => fence))
  return markers.filter((marker) => !isPassed(marker) || (calling.has(marker.fence) && !isAnswer(marker)))
}

function isPassed({ fence }: Marker): boolean {
  return fence?.kind === 'fence'
}

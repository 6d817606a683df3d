/** Windows of one browser tell each other what was changed, so that none shows for long what another has settled. */
import type { QueryKey } from '@tanstack/react-query'

const channel = new BroadcastChannel('gyre-changes')

export function tellOtherWindows(keys: readonly QueryKey[]): void {
  channel.postMessage(keys)
}

/** What other windows tell; this one does not hear itself. */
export function hearOtherWindows(onChange: (keys: readonly QueryKey[]) => void): void {
  channel.addEventListener('message', ({ data }: MessageEvent<readonly QueryKey[]>) => onChange(data))
}

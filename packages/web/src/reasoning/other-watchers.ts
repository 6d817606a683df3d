/** Who else watches, in a few words. */
import { plural } from '../ui/format.ts'

type Watcher = { readonly name: string; readonly streams: number }

/** This page is one of those that watch. */
export function othersOf(watchers: readonly Watcher[], own: string): string | undefined {
  const mine = watchers.find(({ name }) => name === own)
  const pages = (mine?.streams ?? 1) - 1
  const named = watchers.filter(({ name }) => name !== own).map(({ name }) => name.replace(/^key:/, ''))
  const all = [...named, ...(pages > 0 ? [plural(pages, 'other page', 'other pages')] : [])]
  if (all.length === 0) return undefined
  const words = all.length === 1 ? all.join() : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
  return `${words} ${all.length === 1 && pages <= 1 ? 'watches' : 'watch'}`
}

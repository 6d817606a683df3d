/** The loop for a task: the cheapest of the list. */
import type { Play } from './play.ts'

export const chooseLoop: Play = {
  name: 'choose-loop',
  decide({ purpose, material: { loops = '' } }) {
    if (purpose !== 'route') return undefined
    return { kind: 'route', loop: /^- ([\w-]+):/m.exec(loops)?.[1] ?? 'direct', reason: 'It is the cheapest.' }
  },
}

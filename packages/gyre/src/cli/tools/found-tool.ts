/** A tool by the name that was typed. */
import { GyreError, suggestion } from '@gyre/core'
import type { OfferedTool } from '../../wiring/offered-tool.ts'
import type { Place } from '../place.ts'

export async function foundTool({ room }: Pick<Place, 'room'>, name: string): Promise<OfferedTool> {
  const found = await room.find(name)
  if (found) return found
  const known = (await room.all()).map(({ tool }) => tool.name)
  throw new GyreError('tool-unknown', `There is no tool \`${name}\`; ${suggestion(name, known)}`, { name })
}

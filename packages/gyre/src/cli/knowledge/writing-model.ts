/** A model that is asked for texts of its own: set phrases would be taken for what it has to say. */
import { GyreError, type Model } from '@gyre/core'
import { isDemoName } from '../../wiring/model-room.ts'
import type { Place } from '../place.ts'

/** The default one when none is named; fails for the demo model. */
export async function writingModel(place: Place, option: string, name?: string): Promise<Model> {
  const model = await place.model(name)
  if (!isDemoName(model.id)) return model
  throw new GyreError(
    'usage-invalid',
    `\`${option}\` needs a model that can write, and \`${model.id}\` cannot. Name another one: -m provider/model, such as -m openai/gpt-5.4-mini.`,
  )
}

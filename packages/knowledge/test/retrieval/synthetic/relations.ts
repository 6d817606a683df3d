/** All that can be said of the things of the synthetic world. */
import { firmRelations } from './firm-relations.ts'
import { machineRelations, personRelations } from './person-relations.ts'
import { journeyRelations, placeRelations } from './place-relations.ts'
import type { Relation } from './relation.ts'

export const relations: readonly Relation[] = [
  ...personRelations,
  ...machineRelations,
  ...firmRelations,
  ...placeRelations,
  ...journeyRelations,
]

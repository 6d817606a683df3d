/** All topics that the synthetic web can be about. */
import { bellFoundries } from './bell-foundries.ts'
import { ferries } from './ferries.ts'
import { kelpFarms } from './kelp-farms.ts'
import { lighthouses } from './lighthouses.ts'
import { saltWorks } from './salt-works.ts'
import type { TopicText } from './topic-text.ts'
import { woolMills } from './wool-mills.ts'

export const knownTopics: readonly TopicText[] = [saltWorks, lighthouses, kelpFarms, ferries, woolMills, bellFoundries]

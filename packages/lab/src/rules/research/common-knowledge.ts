/** What anybody knows of a trade: its words and its sides, and nothing of what happened where. */
import { knownTopics } from '../../web/topics/known-topics.ts'
import type { TopicText } from '../../web/topics/topic-text.ts'
import { wordsOf } from './sentences.ts'

/** Fewer words in common are chance. */
const leastShared = 2

/** The topics that a text names, in its order. */
export function topicsNamed(text: string): readonly TopicText[] {
  const said = text.toLowerCase()
  const at = ({ title }: TopicText) => said.indexOf(title.toLowerCase())
  return knownTopics.filter((topic) => at(topic) >= 0).sort((one, other) => at(one) - at(other))
}

/** The topic that a text is about; none when it is about something else. */
export function topicOf(text: string): TopicText | undefined {
  const said = wordsOf(text)
  const shared = ({ title, words, parts }: TopicText) =>
    wordsOf([title, ...words, ...parts.map(({ heading }) => heading)].join(' ')).intersection(said).size
  const [best] = knownTopics.toSorted((one, other) => shared(other) - shared(one))
  return best && shared(best) >= leastShared ? best : undefined
}

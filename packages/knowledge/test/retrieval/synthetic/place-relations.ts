/** What is said of places and of journeys. */
import type { Relation } from './relation.ts'

export const placeRelations: readonly Relation[] = [
  {
    name: 'inhabitants',
    of: 'place',
    values: { from: 310, to: 48_000, unit: 'souls' },
    told: [
      { sentence: '{s} counts {o}.', question: 'How many souls does {s} count?' },
      { sentence: 'The parish book of {s} lists {o}.', question: 'How many souls does the parish book of {s} list?' },
      { sentence: 'Under the roofs of {s} live {o}.', question: 'How many souls live under the roofs of {s}?' },
    ],
    asked: [
      'What is the population of {s}?',
      'How many inhabitants has {s}?',
      'How big is {s} by number of residents?',
    ],
  },
  {
    name: 'mayor',
    of: 'place',
    values: 'person',
    told: [
      { sentence: 'The mayor of {s} was {o}.', question: 'Who was the mayor of {s}?' },
      { sentence: 'The chain of office of {s} was worn by {o}.', question: 'Who wore the chain of office of {s}?' },
      {
        sentence: '{o} sat at the head of the council of {s}.',
        question: 'Who sat at the head of the council of {s}?',
      },
    ],
    asked: ['Who governed {s}?', 'Who ran the town hall of {s}?', 'Which politician led {s}?'],
    described: 'the town that {o} governed',
    phrase: 'the politician who governed {s}',
    passing: 'Later came the chain of office of {s}.',
  },
  {
    name: 'height',
    of: 'place',
    values: { from: 3, to: 1740, unit: 'metres' },
    told: [
      { sentence: '{s} lies {o} above the sea.', question: 'How many metres above the sea does {s} lie?' },
      {
        sentence: 'From the shore up to {s} the road climbs {o}.',
        question: 'How many metres does the road climb from the shore up to {s}?',
      },
    ],
    asked: ['What is the altitude of {s}?', 'What is the elevation of {s}?', 'How high is {s} situated?'],
  },
  {
    name: 'feast',
    of: 'place',
    values: [
      'a lantern walk',
      'a horse market',
      'a boat race',
      'a pottery fair',
      'a goose supper',
      'a torch run',
      'a chestnut feast',
      'a sheep count',
      'a fiddle night',
      'a cheese rolling',
    ],
    told: [
      { sentence: 'Every autumn {s} holds {o}.', question: 'What does {s} hold every autumn?' },
      { sentence: 'Guests come to {s} once a year for {o}.', question: 'For what do guests come to {s} once a year?' },
    ],
    asked: ['Which annual festival takes place in {s}?', 'What yearly celebration is {s} famous for?'],
  },
]

export const journeyRelations: readonly Relation[] = [
  {
    name: 'leader',
    of: 'journey',
    values: 'person',
    told: [
      { sentence: '{s} was led by {o}.', question: 'By whom was {s} led?' },
      { sentence: 'At the front of {s} walked {o}.', question: 'Who walked at the front of {s}?' },
    ],
    asked: ['Who headed {s}?', 'Who commanded {s}?', 'Who was in charge of {s}?'],
    described: 'the journey that {o} headed',
    phrase: 'the head of {s}',
    passing: 'In younger years there was also {s}, with this name at the front.',
  },
  {
    name: 'backer',
    of: 'journey',
    values: 'firm',
    told: [
      { sentence: '{s} was paid for by {o}.', question: 'By whom was {s} paid for?' },
      { sentence: 'The money for {s} came from {o}.', question: 'From whom did the money for {s} come?' },
    ],
    asked: ['Who financed {s}?', 'Which sponsor funded {s}?', 'Which company covered the cost of {s}?'],
    described: 'the journey that {o} financed',
    phrase: 'the sponsor of {s}',
    passing: 'The money for {s} came from its till.',
  },
  {
    name: 'start',
    of: 'journey',
    values: 'place',
    told: [
      { sentence: '{s} set out from {o}.', question: 'From where did {s} set out?' },
      { sentence: 'The carts of {s} were loaded in {o}.', question: 'Where were the carts of {s} loaded?' },
    ],
    asked: ['Where did {s} begin?', 'What was the point of departure of {s}?', 'In which town did {s} start?'],
    described: 'the journey that began at {o}',
    phrase: 'the point of departure of {s}',
    passing: 'The carts of {s} were loaded here.',
  },
  {
    name: 'length',
    of: 'journey',
    values: { from: 9, to: 400, unit: 'days' },
    told: [
      { sentence: '{s} lasted {o}.', question: 'How many days did {s} last?' },
      { sentence: '{s} was back after {o}.', question: 'After how many days was {s} back?' },
    ],
    asked: ['How long did {s} take?', 'What was the duration of {s}?'],
  },
]

/** What is said of firms. */
import type { Relation } from './relation.ts'

export const firmRelations: readonly Relation[] = [
  {
    name: 'founding',
    of: 'firm',
    values: { from: 1801, to: 1935 },
    told: [
      { sentence: '{s} was founded in {o}.', question: 'When was {s} founded?' },
      { sentence: '{s} opened its doors in {o}.', question: 'When did {s} open its doors?' },
      {
        sentence: '{s} was entered in the trade register in {o}.',
        question: 'When was {s} entered in the trade register?',
      },
    ],
    asked: [
      'In which year was {s} established?',
      'How long ago did {s} start business?',
      'What is the year of origin of {s}?',
    ],
  },
  {
    name: 'founder',
    of: 'firm',
    values: 'person',
    told: [
      { sentence: '{s} was called into being by {o}.', question: 'By whom was {s} called into being?' },
      { sentence: 'The first owner of {s} was {o}.', question: 'Who was the first owner of {s}?' },
      {
        sentence: '{o} put all the savings of a family into {s}.',
        question: 'Who put all the savings of a family into {s}?',
      },
    ],
    asked: ['Who founded {s}?', 'Who is the founder of {s}?', 'Which entrepreneur established {s}?'],
    described: 'the company that {o} founded',
    phrase: 'the founder of {s}',
    passing: 'All the savings of a family went into {s}.',
  },
  {
    name: 'seat',
    of: 'firm',
    values: 'place',
    told: [
      { sentence: '{s} has its seat in {o}.', question: 'Where does {s} have its seat?' },
      { sentence: 'The offices of {s} are in {o}.', question: 'Where are the offices of {s}?' },
      { sentence: 'Letters to {s} are addressed to {o}.', question: 'Where are letters to {s} addressed to?' },
    ],
    asked: ['In which town is {s} based?', 'Where is {s} headquartered?', 'What is the home town of {s}?'],
    described: 'the company that is headquartered at {o}',
    phrase: 'the home town of {s}',
    passing: '{s} has its seat by the river.',
  },
  {
    name: 'product',
    of: 'firm',
    values: [
      'roof tiles',
      'piano strings',
      'fishing nets',
      'lamp glass',
      'railway springs',
      'buttons',
      'printing ink',
      'garden shears',
      'ship chains',
      'mustard',
      'felt hats',
      'door locks',
      'violin cases',
      'candles',
    ],
    told: [
      { sentence: '{s} makes {o}.', question: 'What does {s} make?' },
      { sentence: '{s} is known far around for its {o}.', question: 'What is {s} known for far around?' },
      { sentence: 'What leaves the yard of {s} on carts is {o}.', question: 'What leaves the yard of {s} on carts?' },
    ],
    asked: ['What goods does {s} manufacture?', 'What is produced at {s}?', 'Which articles does {s} sell?'],
  },
  {
    name: 'staff',
    of: 'firm',
    values: { from: 14, to: 2300, unit: 'people' },
    told: [
      { sentence: '{s} gives work to {o}.', question: 'To how many people does {s} give work?' },
      { sentence: 'On pay day {o} queue at {s}.', question: 'How many people queue at {s} on pay day?' },
      {
        sentence: '{o} pass the gate of {s} every morning.',
        question: 'How many people pass the gate of {s} every morning?',
      },
    ],
    asked: [
      'What is the number of employees of {s}?',
      'How large is the workforce of {s}?',
      'How many workers has {s} hired?',
    ],
  },
]

/** What is said of people and of machines. */
import type { Relation } from './relation.ts'

export const personRelations: readonly Relation[] = [
  {
    name: 'birthplace',
    of: 'person',
    values: 'place',
    told: [
      { sentence: '{s} was born in {o}.', question: 'Where was {s} born?' },
      {
        sentence: '{s} came into the world in {o}, the third of five children.',
        question: 'Where did {s} come into the world?',
      },
      { sentence: 'The childhood home of {s} was in {o}.', question: 'Where was the childhood home of {s}?' },
    ],
    asked: ['Which town is {s} originally from?', 'What is the native town of {s}?', 'Where did {s} grow up?'],
    described: 'the craftsman who is originally from {o}',
    phrase: 'the native town of {s}',
    passing: '{s} was born here.',
  },
  {
    name: 'employer',
    of: 'person',
    values: 'firm',
    told: [
      { sentence: 'For most of those years {s} worked for {o}.', question: 'For whom did {s} work?' },
      { sentence: '{s} joined the staff of {o} and stayed.', question: 'Whose staff did {s} join?' },
      { sentence: '{s} was on the payroll of {o} until the end.', question: 'On whose payroll was {s}?' },
    ],
    asked: ['Which company employed {s}?', 'Who was the employer of {s}?', 'At which business did {s} have a job?'],
    described: 'the craftsman whom {o} employed',
    phrase: 'the company that employed {s}',
    passing: '{s} worked for it.',
  },
  {
    name: 'teacher',
    of: 'person',
    values: 'person',
    told: [
      { sentence: '{s} learned the trade from {o}.', question: 'From whom did {s} learn the trade?' },
      { sentence: '{s} was apprenticed to {o} for four winters.', question: 'To whom was {s} apprenticed?' },
      { sentence: 'It was {o} who taught {s} how to measure.', question: 'Who taught {s} how to measure?' },
    ],
    asked: ['Who was the mentor of {s}?', 'Under which master was {s} trained?', 'Who instructed {s}?'],
    described: 'the craftsman whom {o} instructed',
    phrase: 'the mentor of {s}',
    passing: '{s} was apprenticed here for four winters.',
  },
  {
    name: 'retirement',
    of: 'person',
    values: { from: 1921, to: 1998 },
    told: [
      { sentence: '{s} retired in {o}.', question: 'When did {s} retire?' },
      { sentence: '{s} laid down the tools for good in {o}.', question: 'When did {s} lay down the tools for good?' },
      { sentence: 'The last working day of {s} fell in {o}.', question: 'When was the last working day of {s}?' },
    ],
    asked: ['In what year did {s} stop being active?', 'In which year did the career of {s} finish?'],
  },
  {
    name: 'pastime',
    of: 'person',
    values: [
      'beekeeping',
      'bell ringing',
      'ice skating',
      'bookbinding',
      'chess',
      'bird watching',
      'choir singing',
      'kite flying',
      'wood carving',
      'fencing',
      'rowing',
      'mushroom hunting',
    ],
    told: [
      {
        sentence: 'In the evenings {s} cared for nothing but {o}.',
        question: 'What did {s} care for in the evenings?',
      },
      { sentence: 'The great passion of {s} was {o}.', question: 'What was the great passion of {s}?' },
      { sentence: 'On free days {s} was given over to {o}.', question: 'What was {s} given over to on free days?' },
    ],
    asked: [
      'What hobby did {s} have?',
      'How did {s} like to spend leisure time?',
      'What was the favourite pastime of {s}?',
    ],
  },
]

export const machineRelations: readonly Relation[] = [
  {
    name: 'builder',
    of: 'machine',
    values: 'firm',
    told: [
      { sentence: '{s} was built by {o}.', question: 'By whom was {s} built?' },
      { sentence: '{s} left the workshops of {o} in small numbers.', question: 'Whose workshops did {s} leave?' },
      { sentence: 'The plate on {s} carries the name of {o}.', question: 'Whose name does the plate on {s} carry?' },
    ],
    asked: ['Who is the manufacturer of {s}?', 'Which company produced {s}?', 'Who made {s}?'],
    described: 'the machine that {o} manufactured',
    phrase: 'the manufacturer of {s}',
    passing: '{s} left its workshops.',
  },
  {
    name: 'designer',
    of: 'machine',
    values: 'person',
    told: [
      { sentence: '{s} was drawn up by {o}.', question: 'By whom was {s} drawn up?' },
      { sentence: 'The idea for {s} is owed to {o}.', question: 'To whom is the idea for {s} owed?' },
      {
        sentence: 'The first sketches of {s} are in the hand of {o}.',
        question: 'In whose hand are the first sketches of {s}?',
      },
    ],
    asked: ['Who invented {s}?', 'Who was the designer of {s}?', 'Which inventor conceived {s}?'],
    described: 'the machine that {o} invented',
    phrase: 'the inventor of {s}',
    passing: 'The idea for {s} is owed to this mind.',
  },
  {
    name: 'weight',
    of: 'machine',
    values: { from: 110, to: 9800, unit: 'kilograms' },
    told: [
      { sentence: '{s} weighs {o}.', question: 'What does {s} weigh?' },
      { sentence: 'On the scales {s} comes to {o}.', question: 'What does {s} come to on the scales?' },
      { sentence: 'The floor under {s} has to bear {o}.', question: 'What does the floor under {s} have to bear?' },
    ],
    asked: ['How heavy is {s}?', 'What is the mass of {s}?'],
  },
  {
    name: 'drive',
    of: 'machine',
    values: [
      'steam',
      'falling water',
      'a coiled spring',
      'compressed air',
      'town gas',
      'a treadle',
      'paraffin',
      'an oxen gear',
      'direct current',
      'a hand crank',
    ],
    told: [
      { sentence: '{s} runs on {o}.', question: 'What does {s} run on?' },
      { sentence: '{s} takes its force from {o}.', question: 'From what does {s} take its force?' },
      { sentence: 'What keeps {s} turning is {o}.', question: 'What keeps {s} turning?' },
    ],
    asked: ['How is {s} powered?', 'What energy drives {s}?', 'What is the power source of {s}?'],
  },
  {
    name: 'site',
    of: 'machine',
    values: 'place',
    told: [
      { sentence: '{s} stands in {o}.', question: 'Where does {s} stand?' },
      {
        sentence: 'The only {s} that is left was set up in {o}.',
        question: 'Where was the only {s} that is left set up?',
      },
      { sentence: 'Those who want to see {s} go to {o}.', question: 'Where do those go who want to see {s}?' },
    ],
    asked: ['In which town is {s} located?', 'What is the location of {s}?', 'Which town houses {s} nowadays?'],
    described: 'the machine that is located at {o}',
    phrase: 'the town that houses {s}',
    passing: '{s} stands near the station.',
  },
]

/** What the thinker and the judge of the tree are told. */
import { definePrompts } from '../../kernel/prompt-template.ts'

export const prompts = definePrompts({
  think:
    'You work on a task step by step. The task stands in <task>, the steps taken so far, if there are any, in <thoughts>. Find the one next step that leads furthest, and take it exactly: no step is repeated, none is skipped. {form}',

  diverse:
    'Others take this step at the same time, and each shall take another way: <branch> says which of them you are. Think of the ways to take it, the most promising first, and take the one whose number is yours.',

  score:
    'You judge one step of the work on a task. The task stands in <task>, the steps before it, if there are any, in <thoughts>, the step itself in <candidate>. Check first whether it is right, fact by fact and number by number. 10 means that it surely leads to the answer, 5 that it may, 0 that it is wrong or leads nowhere. {form}',

  scoreAnswer:
    'You judge an answer to a task. The task stands in <task>, the steps that led to it, if there are any, in <thoughts>, the answer in <candidate>. Check first whether it does all that the task asks, fact by fact and number by number. 10 means that it is surely right and complete, 5 that it is doubtful or lacks something, 0 that it is wrong. {form}',

  answer:
    'The task stands in <task>, the steps taken so far in <thoughts>: they are the best of several lines. Take what is missing from them and answer the task now. Write the answer alone, complete, and say what is uncertain.',
})

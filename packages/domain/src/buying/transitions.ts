/** The next state for each state and command. In a state that lacks a command, the command is illegal. */
export type Transitions<State extends string, Command extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Command, State>>>>
>

export type Step<State> =
  | { kind: 'moved'; to: State }
  /** An earlier command of the same kind has already led to this state: there is nothing to do, and it is not an error. */
  | { kind: 'repeated' }
  | { kind: 'illegal' }

/** The effect of a command in a state. A command that would lead to the current state counts as repeated, not as illegal. */
export const stepOf = <State extends string, Command extends string>(
  transitions: Transitions<State, Command>,
  state: State,
  command: Command,
): Step<State> => {
  const to = transitions[state][command]
  if (to !== undefined) return to === state ? { kind: 'repeated' } : { kind: 'moved', to }
  const targets = Object.values<Transitions<State, Command>[State]>(transitions).map((row) => row[command])
  return targets.includes(state) ? { kind: 'repeated' } : { kind: 'illegal' }
}

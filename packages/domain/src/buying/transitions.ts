/** The next state for each state and command. A command that a state does not have is illegal there. */
export type Transitions<State extends string, Command extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Command, State>>>>
>

export type Step<State> =
  | { kind: 'moved'; to: State }
  /** An earlier command of the same kind already led here: there is nothing to do, and it is no error. */
  | { kind: 'repeated' }
  | { kind: 'illegal' }

/** The effect of a command in a state. A command that would lead to the present state is repeated, not illegal. */
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

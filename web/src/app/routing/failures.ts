/** Why a step through the back office failed; each has its words under `navigation`. */
export type NavigationFailure = 'beyond' | 'unknownType' | 'same' | 'invalid' | 'noChild'

/** Why a navigation failed; each has a text under `navigation`. */
export type NavigationFailure = 'beyond' | 'unknownType' | 'same' | 'invalid' | 'noChild'

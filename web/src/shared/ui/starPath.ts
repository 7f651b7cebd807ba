/** The outline of a star on a grid of 24 px. */
export const STAR =
  'M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.8L12 3.500Z'

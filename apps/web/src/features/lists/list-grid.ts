/**
 * The grid of a list with a column on wide screens; a single column if that column is hidden. The placeholder of a loading list uses it
 * too.
 */
export const WITH_COLUMN = 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:collapsed:grid-cols-[minmax(0,1fr)]'

/** A list beside its column on wide screens, or alone where the column is hidden. Also the shape of a list that is on its way. */
export const WITH_COLUMN = 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:collapsed:grid-cols-[minmax(0,1fr)]'

/** @type {import("./router.js").Show} */
export async function showLab(place) { place.append("soon"); }

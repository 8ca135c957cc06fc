/** @type {import("./router.js").Show} */
export async function showAssistant(place) { place.append("soon"); }

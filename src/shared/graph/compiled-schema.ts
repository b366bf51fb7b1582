/** Written by `npm run schema`: the checks of the schema of workflow files, by ajv. */
// @ts-nocheck: ajv writes JavaScript. The importer declares the types of the checks.
function withError(errors, instancePath, keyword, params) {
const list = errors ?? [];
if (list.length < 32) list.push({ instancePath, keyword, params });
return list;
}
"use strict";
export const file = validate0;
const func0 = function ucs2length(str) {
    const len = str.length;
    let length = 0;
    let pos = 0;
    let value;
    while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 0xd800 && value <= 0xdbff && pos < len) {
            // high surrogate, and there is a next character
            value = str.charCodeAt(pos);
            if ((value & 0xfc00) === 0xdc00)
                pos++; // low surrogate
        }
    }
    return length;
};
const pattern0 = new RegExp("^(?!(constructor|__defineGetter__|__defineSetter__|hasOwnProperty|__lookupGetter__|__lookupSetter__|isPrototypeOf|propertyIsEnumerable|toString|valueOf|__proto__|toLocaleString)$)", "u");

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "version"});
errors = vErrors.length;
}
if(data.nodes === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "nodes"});
errors = vErrors.length;
}
if(data.edges === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "edges"});
errors = vErrors.length;
}
for(const key0 in data){
if(!(((key0 === "version") || (key0 === "nodes")) || (key0 === "edges"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.version !== undefined){
let data0 = data.version;
if(!((typeof data0 == "number") && (isFinite(data0)))){
vErrors = withError(vErrors, instancePath+"/version", "type", {type: "number"});
errors = vErrors.length;
}
if(1 !== data0){
vErrors = withError(vErrors, instancePath+"/version", "const", {allowedValue: 1});
errors = vErrors.length;
}
}
if(data.nodes !== undefined){
let data1 = data.nodes;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.id === undefined){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0, "required", {missingProperty: "id"});
errors = vErrors.length;
}
if(data2.type === undefined){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0, "required", {missingProperty: "type"});
errors = vErrors.length;
}
if(data2.config === undefined){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0, "required", {missingProperty: "config"});
errors = vErrors.length;
}
for(const key1 in data2){
if(!(((key1 === "id") || (key1 === "type")) || (key1 === "config"))){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0, "additionalProperties", {additionalProperty: key1});
errors = vErrors.length;
}
}
if(data2.id !== undefined){
let data3 = data2.id;
if(typeof data3 === "string"){
if(func0(data3) > 100){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/id", "maxLength", {limit: 100});
errors = vErrors.length;
}
if(func0(data3) < 1){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/id", "minLength", {limit: 1});
errors = vErrors.length;
}
if(!pattern0.test(data3)){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/id", "pattern", {pattern: "^(?!(constructor|__defineGetter__|__defineSetter__|hasOwnProperty|__lookupGetter__|__lookupSetter__|isPrototypeOf|propertyIsEnumerable|toString|valueOf|__proto__|toLocaleString)$)"});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data2.type !== undefined){
let data4 = data2.type;
if(typeof data4 === "string"){
if(func0(data4) > 100){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/type", "maxLength", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/type", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data2.config !== undefined){
let data5 = data2.config;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
vErrors = withError(vErrors, instancePath+"/nodes/" + i0+"/config", "type", {type: "object"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes/" + i0, "type", {type: "object"});
errors = vErrors.length;
}
}
if(data1.length > 5000){
vErrors = withError(vErrors, instancePath+"/nodes", "maxItems", {limit: 5000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.edges !== undefined){
let data6 = data.edges;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.source === undefined){
vErrors = withError(vErrors, instancePath+"/edges/" + i1, "required", {missingProperty: "source"});
errors = vErrors.length;
}
if(data7.target === undefined){
vErrors = withError(vErrors, instancePath+"/edges/" + i1, "required", {missingProperty: "target"});
errors = vErrors.length;
}
for(const key2 in data7){
if(!((((key2 === "source") || (key2 === "target")) || (key2 === "sourceHandle")) || (key2 === "targetHandle"))){
vErrors = withError(vErrors, instancePath+"/edges/" + i1, "additionalProperties", {additionalProperty: key2});
errors = vErrors.length;
}
}
if(data7.source !== undefined){
let data8 = data7.source;
if(typeof data8 === "string"){
if(func0(data8) > 100){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/source", "maxLength", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/source", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data7.target !== undefined){
let data9 = data7.target;
if(typeof data9 === "string"){
if(func0(data9) > 100){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/target", "maxLength", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/target", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data7.sourceHandle !== undefined){
let data10 = data7.sourceHandle;
const _errs25 = errors;
let valid7 = false;
const _errs26 = errors;
if(typeof data10 === "string"){
if(func0(data10) > 100){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/sourceHandle", "maxLength", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/sourceHandle", "type", {type: "string"});
errors = vErrors.length;
}
var _valid0 = _errs26 === errors;
valid7 = valid7 || _valid0;
if(!valid7){
const _errs28 = errors;
if(data10 !== null){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/sourceHandle", "type", {type: "null"});
errors = vErrors.length;
}
var _valid0 = _errs28 === errors;
valid7 = valid7 || _valid0;
}
if(!valid7){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/sourceHandle", "anyOf", {});
errors = vErrors.length;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
if(data7.targetHandle !== undefined){
let data11 = data7.targetHandle;
const _errs31 = errors;
let valid8 = false;
const _errs32 = errors;
if(typeof data11 === "string"){
if(func0(data11) > 100){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/targetHandle", "maxLength", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/targetHandle", "type", {type: "string"});
errors = vErrors.length;
}
var _valid1 = _errs32 === errors;
valid8 = valid8 || _valid1;
if(!valid8){
const _errs34 = errors;
if(data11 !== null){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/targetHandle", "type", {type: "null"});
errors = vErrors.length;
}
var _valid1 = _errs34 === errors;
valid8 = valid8 || _valid1;
}
if(!valid8){
vErrors = withError(vErrors, instancePath+"/edges/" + i1+"/targetHandle", "anyOf", {});
errors = vErrors.length;
}
else {
errors = _errs31;
if(vErrors !== null){
if(_errs31){
vErrors.length = _errs31;
}
else {
vErrors = null;
}
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges/" + i1, "type", {type: "object"});
errors = vErrors.length;
}
}
if(data6.length > 20000){
vErrors = withError(vErrors, instancePath+"/edges", "maxItems", {limit: 20000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/edges", "type", {type: "array"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate1.errors = vErrors;
return errors === 0;
}

const pattern1 = new RegExp("^.*$", "u");

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.nodes === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "nodes"});
errors = vErrors.length;
}
for(const key0 in data){
if(!(((((key0 === "nodes") || (key0 === "titles")) || (key0 === "switches")) || (key0 === "notes")) || (key0 === "frames"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.nodes !== undefined){
let data0 = data.nodes;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(pattern1.test(key1)){
let data1 = data0[key1];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.x === undefined){
vErrors = withError(vErrors, instancePath+"/nodes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "x"});
errors = vErrors.length;
}
if(data1.y === undefined){
vErrors = withError(vErrors, instancePath+"/nodes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "y"});
errors = vErrors.length;
}
if(data1.x !== undefined){
let data2 = data1.x;
if(!((typeof data2 == "number") && (isFinite(data2)))){
vErrors = withError(vErrors, instancePath+"/nodes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/x", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data1.y !== undefined){
let data3 = data1.y;
if(!((typeof data3 == "number") && (isFinite(data3)))){
vErrors = withError(vErrors, instancePath+"/nodes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/y", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "object"});
errors = vErrors.length;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/nodes", "type", {type: "object"});
errors = vErrors.length;
}
}
if(data.titles !== undefined){
let data4 = data.titles;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key2 in data4){
if(pattern1.test(key2)){
let data5 = data4[key2];
if(typeof data5 === "string"){
if(func0(data5) > 80){
vErrors = withError(vErrors, instancePath+"/titles/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), "maxLength", {limit: 80});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/titles/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "string"});
errors = vErrors.length;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/titles", "type", {type: "object"});
errors = vErrors.length;
}
}
if(data.switches !== undefined){
let data6 = data.switches;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key3 in data6){
if(pattern1.test(key3)){
let data7 = data6[key3];
if(!((data7 === "muted") || (data7 === "bypassed"))){
vErrors = withError(vErrors, instancePath+"/switches/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), "enum", {});
errors = vErrors.length;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/switches", "type", {type: "object"});
errors = vErrors.length;
}
}
if(data.notes !== undefined){
let data8 = data.notes;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key4 in data8){
if(pattern1.test(key4)){
let data9 = data8[key4];
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.x === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "x"});
errors = vErrors.length;
}
if(data9.y === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "y"});
errors = vErrors.length;
}
if(data9.width === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "width"});
errors = vErrors.length;
}
if(data9.height === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "height"});
errors = vErrors.length;
}
if(data9.text === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "text"});
errors = vErrors.length;
}
if(data9.color === undefined){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "color"});
errors = vErrors.length;
}
for(const key5 in data9){
if(!((((((key5 === "x") || (key5 === "y")) || (key5 === "width")) || (key5 === "height")) || (key5 === "text")) || (key5 === "color"))){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "additionalProperties", {additionalProperty: key5});
errors = vErrors.length;
}
}
if(data9.x !== undefined){
let data10 = data9.x;
if(!((typeof data10 == "number") && (isFinite(data10)))){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/x", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data9.y !== undefined){
let data11 = data9.y;
if(!((typeof data11 == "number") && (isFinite(data11)))){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/y", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data9.width !== undefined){
let data12 = data9.width;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2000 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/width", "maximum", {comparison: "<=", limit: 2000});
errors = vErrors.length;
}
if(data12 < 80 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/width", "minimum", {comparison: ">=", limit: 80});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/width", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data9.height !== undefined){
let data13 = data9.height;
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 2000 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/height", "maximum", {comparison: "<=", limit: 2000});
errors = vErrors.length;
}
if(data13 < 40 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/height", "minimum", {comparison: ">=", limit: 40});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/height", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data9.text !== undefined){
let data14 = data9.text;
if(typeof data14 === "string"){
if(func0(data14) > 4000){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/text", "maxLength", {limit: 4000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/text", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data9.color !== undefined){
let data15 = data9.color;
if(!((((((data15 === "grey") || (data15 === "blue")) || (data15 === "green")) || (data15 === "amber")) || (data15 === "red")) || (data15 === "violet"))){
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/color", "enum", {});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/notes/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "object"});
errors = vErrors.length;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/notes", "type", {type: "object"});
errors = vErrors.length;
}
}
if(data.frames !== undefined){
let data16 = data.frames;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key6 in data16){
if(pattern1.test(key6)){
let data17 = data16[key6];
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.title === undefined){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "title"});
errors = vErrors.length;
}
if(data17.color === undefined){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "color"});
errors = vErrors.length;
}
if(data17.members === undefined){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), "required", {missingProperty: "members"});
errors = vErrors.length;
}
for(const key7 in data17){
if(!((((key7 === "title") || (key7 === "color")) || (key7 === "members")) || (key7 === "collapsed"))){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), "additionalProperties", {additionalProperty: key7});
errors = vErrors.length;
}
}
if(data17.title !== undefined){
let data18 = data17.title;
if(typeof data18 === "string"){
if(func0(data18) > 80){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/title", "maxLength", {limit: 80});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/title", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data17.color !== undefined){
let data19 = data17.color;
if(!((((((data19 === "grey") || (data19 === "blue")) || (data19 === "green")) || (data19 === "amber")) || (data19 === "red")) || (data19 === "violet"))){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/color", "enum", {});
errors = vErrors.length;
}
}
if(data17.members !== undefined){
let data20 = data17.members;
if(Array.isArray(data20)){
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
if(typeof data20[i0] !== "string"){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/members/" + i0, "type", {type: "string"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/members", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data17.collapsed !== undefined){
if(typeof data17.collapsed !== "boolean"){
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1")+"/collapsed", "type", {type: "boolean"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/frames/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "object"});
errors = vErrors.length;
}
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/frames", "type", {type: "object"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate3.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.format === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "format"});
errors = vErrors.length;
}
if(data.version === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "version"});
errors = vErrors.length;
}
if(data.name === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "name"});
errors = vErrors.length;
}
if(data.graph === undefined){
vErrors = withError(vErrors, instancePath, "required", {missingProperty: "graph"});
errors = vErrors.length;
}
for(const key0 in data){
if(!(((((((key0 === "$schema") || (key0 === "format")) || (key0 === "version")) || (key0 === "name")) || (key0 === "description")) || (key0 === "graph")) || (key0 === "layout"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.$schema !== undefined){
if(typeof data.$schema !== "string"){
vErrors = withError(vErrors, instancePath+"/$schema", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.format !== undefined){
let data1 = data.format;
if(typeof data1 !== "string"){
vErrors = withError(vErrors, instancePath+"/format", "type", {type: "string"});
errors = vErrors.length;
}
if("sightline-workflow" !== data1){
vErrors = withError(vErrors, instancePath+"/format", "const", {allowedValue: "sightline-workflow"});
errors = vErrors.length;
}
}
if(data.version !== undefined){
let data2 = data.version;
if(!((typeof data2 == "number") && (isFinite(data2)))){
vErrors = withError(vErrors, instancePath+"/version", "type", {type: "number"});
errors = vErrors.length;
}
if(1 !== data2){
vErrors = withError(vErrors, instancePath+"/version", "const", {allowedValue: 1});
errors = vErrors.length;
}
}
if(data.name !== undefined){
let data3 = data.name;
if(typeof data3 === "string"){
if(func0(data3) < 1){
vErrors = withError(vErrors, instancePath+"/name", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/name", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.description !== undefined){
if(typeof data.description !== "string"){
vErrors = withError(vErrors, instancePath+"/description", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.graph !== undefined){
if(!(validate1(data.graph, {instancePath:instancePath+"/graph",parentData:data,parentDataProperty:"graph",rootData}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
}
if(data.layout !== undefined){
if(!(validate3(data.layout, {instancePath:instancePath+"/layout",parentData:data,parentDataProperty:"layout",rootData}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate0.errors = vErrors;
return errors === 0;
}

export const graph = validate1;

export const source = validate5;

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "kind") || (key0 === "gcs_uri")) || (key0 === "dataset_project_id")) || (key0 === "directory_path")) || (key0 === "export_id")) || (key0 === "sample_fps")) || (key0 === "deinterlace"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(!((((data0 === "video") || (data0 === "image")) || (data0 === "dataset")) || (data0 === "export"))){
vErrors = withError(vErrors, instancePath+"/kind", "enum", {});
errors = vErrors.length;
}
}
if(data.gcs_uri !== undefined){
let data1 = data.gcs_uri;
if(typeof data1 === "string"){
if(func0(data1) > 4096){
vErrors = withError(vErrors, instancePath+"/gcs_uri", "maxLength", {limit: 4096});
errors = vErrors.length;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/gcs_uri", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/gcs_uri", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.dataset_project_id !== undefined){
let data2 = data.dataset_project_id;
if(typeof data2 === "string"){
if(func0(data2) > 4096){
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "maxLength", {limit: 4096});
errors = vErrors.length;
}
if(func0(data2) < 1){
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.directory_path !== undefined){
let data3 = data.directory_path;
if(typeof data3 === "string"){
if(func0(data3) > 1000){
vErrors = withError(vErrors, instancePath+"/directory_path", "maxLength", {limit: 1000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/directory_path", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.export_id !== undefined){
let data4 = data.export_id;
if(typeof data4 === "string"){
if(func0(data4) > 500){
vErrors = withError(vErrors, instancePath+"/export_id", "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data4) < 1){
vErrors = withError(vErrors, instancePath+"/export_id", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/export_id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.sample_fps !== undefined){
let data5 = data.sample_fps;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 240 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/sample_fps", "maximum", {comparison: "<=", limit: 240});
errors = vErrors.length;
}
if(data5 <= 0 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/sample_fps", "exclusiveMinimum", {comparison: ">", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/sample_fps", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.deinterlace !== undefined){
let data6 = data.deinterlace;
if(!((data6 === "off") || (data6 === "auto"))){
vErrors = withError(vErrors, instancePath+"/deinterlace", "enum", {});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate5.errors = vErrors;
return errors === 0;
}

export const model = validate6;
const schema4 = {"type":"object","properties":{"model_kind":{"enum":["trained","sam3"]},"model_id":{"type":"string","minLength":1,"maxLength":4096},"prompt_classes":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":500},"output_type":{"enum":["bbox","polygon"]}},"additionalProperties":false,"required":["name"]},"maxItems":100},"confidence_threshold":{"type":"number","minimum":0,"maximum":1},"class_filter":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":2000,"uniqueItems":true},"iou_threshold":{"type":"number","minimum":0,"maximum":1},"max_detections":{"type":"integer","minimum":1,"maximum":3000},"class_agnostic_nms":{"type":"boolean"},"tiled":{"type":"boolean"},"tile_size":{"type":"integer","minimum":256,"maximum":4096},"tile_overlap":{"type":"number","minimum":0,"maximum":0.5},"device":{"type":"string","minLength":1,"maxLength":500},"draw":{"type":"object","patternProperties":{"^.*$":{"type":"object","properties":{"color":{"type":"string","pattern":"^#[0-9a-fA-F]{6}$"},"hidden":{"type":"boolean"},"label":{"type":"string","maxLength":60}},"additionalProperties":false}},"maxProperties":2000}},"additionalProperties":false};
const func18 = Object.prototype.hasOwnProperty;
const func25 = (items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length;
const pattern7 = new RegExp("^#[0-9a-fA-F]{6}$", "u");

function validate6(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func18.call(schema4.properties, key0))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.model_kind !== undefined){
let data0 = data.model_kind;
if(!((data0 === "trained") || (data0 === "sam3"))){
vErrors = withError(vErrors, instancePath+"/model_kind", "enum", {});
errors = vErrors.length;
}
}
if(data.model_id !== undefined){
let data1 = data.model_id;
if(typeof data1 === "string"){
if(func0(data1) > 4096){
vErrors = withError(vErrors, instancePath+"/model_id", "maxLength", {limit: 4096});
errors = vErrors.length;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/model_id", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/model_id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.prompt_classes !== undefined){
let data2 = data.prompt_classes;
if(Array.isArray(data2)){
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.name === undefined){
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0, "required", {missingProperty: "name"});
errors = vErrors.length;
}
for(const key1 in data3){
if(!((key1 === "name") || (key1 === "output_type"))){
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0, "additionalProperties", {additionalProperty: key1});
errors = vErrors.length;
}
}
if(data3.name !== undefined){
let data4 = data3.name;
if(typeof data4 === "string"){
if(func0(data4) > 500){
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0+"/name", "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data4) < 1){
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0+"/name", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0+"/name", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data3.output_type !== undefined){
let data5 = data3.output_type;
if(!((data5 === "bbox") || (data5 === "polygon"))){
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0+"/output_type", "enum", {});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt_classes/" + i0, "type", {type: "object"});
errors = vErrors.length;
}
}
if(data2.length > 100){
vErrors = withError(vErrors, instancePath+"/prompt_classes", "maxItems", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/prompt_classes", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.confidence_threshold !== undefined){
let data6 = data.confidence_threshold;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/confidence_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data6 < 0 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/confidence_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/confidence_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.class_filter !== undefined){
let data7 = data.class_filter;
if(Array.isArray(data7)){
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
let data8 = data7[i1];
if(typeof data8 === "string"){
if(func0(data8) > 500){
vErrors = withError(vErrors, instancePath+"/class_filter/" + i1, "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data8) < 1){
vErrors = withError(vErrors, instancePath+"/class_filter/" + i1, "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/class_filter/" + i1, "type", {type: "string"});
errors = vErrors.length;
}
}
if(data7.length > 2000){
vErrors = withError(vErrors, instancePath+"/class_filter", "maxItems", {limit: 2000});
errors = vErrors.length;
}
if(!func25(data7)){
vErrors = withError(vErrors, instancePath+"/class_filter", "uniqueItems", {});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/class_filter", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.iou_threshold !== undefined){
let data9 = data.iou_threshold;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1 || isNaN(data9)){
vErrors = withError(vErrors, instancePath+"/iou_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data9 < 0 || isNaN(data9)){
vErrors = withError(vErrors, instancePath+"/iou_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/iou_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.max_detections !== undefined){
let data10 = data.max_detections;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
vErrors = withError(vErrors, instancePath+"/max_detections", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 3000 || isNaN(data10)){
vErrors = withError(vErrors, instancePath+"/max_detections", "maximum", {comparison: "<=", limit: 3000});
errors = vErrors.length;
}
if(data10 < 1 || isNaN(data10)){
vErrors = withError(vErrors, instancePath+"/max_detections", "minimum", {comparison: ">=", limit: 1});
errors = vErrors.length;
}
}
}
if(data.class_agnostic_nms !== undefined){
if(typeof data.class_agnostic_nms !== "boolean"){
vErrors = withError(vErrors, instancePath+"/class_agnostic_nms", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.tiled !== undefined){
if(typeof data.tiled !== "boolean"){
vErrors = withError(vErrors, instancePath+"/tiled", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.tile_size !== undefined){
let data13 = data.tile_size;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
vErrors = withError(vErrors, instancePath+"/tile_size", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 4096 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/tile_size", "maximum", {comparison: "<=", limit: 4096});
errors = vErrors.length;
}
if(data13 < 256 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/tile_size", "minimum", {comparison: ">=", limit: 256});
errors = vErrors.length;
}
}
}
if(data.tile_overlap !== undefined){
let data14 = data.tile_overlap;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 0.5 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/tile_overlap", "maximum", {comparison: "<=", limit: 0.5});
errors = vErrors.length;
}
if(data14 < 0 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/tile_overlap", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/tile_overlap", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.device !== undefined){
let data15 = data.device;
if(typeof data15 === "string"){
if(func0(data15) > 500){
vErrors = withError(vErrors, instancePath+"/device", "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data15) < 1){
vErrors = withError(vErrors, instancePath+"/device", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/device", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.draw !== undefined){
let data16 = data.draw;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key2 in data16){
if(pattern1.test(key2)){
let data17 = data16[key2];
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key3 in data17){
if(!(((key3 === "color") || (key3 === "hidden")) || (key3 === "label"))){
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), "additionalProperties", {additionalProperty: key3});
errors = vErrors.length;
}
}
if(data17.color !== undefined){
let data18 = data17.color;
if(typeof data18 === "string"){
if(!pattern7.test(data18)){
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/color", "pattern", {pattern: "^#[0-9a-fA-F]{6}$"});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/color", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data17.hidden !== undefined){
if(typeof data17.hidden !== "boolean"){
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/hidden", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data17.label !== undefined){
let data20 = data17.label;
if(typeof data20 === "string"){
if(func0(data20) > 60){
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/label", "maxLength", {limit: 60});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/label", "type", {type: "string"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/draw/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "object"});
errors = vErrors.length;
}
}
}
if(Object.keys(data16).length > 2000){
vErrors = withError(vErrors, instancePath+"/draw", "maxProperties", {limit: 2000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/draw", "type", {type: "object"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate6.errors = vErrors;
return errors === 0;
}

export const filter = validate7;

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "keep_classes") || (key0 === "min_confidence")) || (key0 === "union_iou"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.keep_classes !== undefined){
let data0 = data.keep_classes;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(func0(data1) > 500){
vErrors = withError(vErrors, instancePath+"/keep_classes/" + i0, "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/keep_classes/" + i0, "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/keep_classes/" + i0, "type", {type: "string"});
errors = vErrors.length;
}
}
if(data0.length > 2000){
vErrors = withError(vErrors, instancePath+"/keep_classes", "maxItems", {limit: 2000});
errors = vErrors.length;
}
if(!func25(data0)){
vErrors = withError(vErrors, instancePath+"/keep_classes", "uniqueItems", {});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/keep_classes", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.min_confidence !== undefined){
let data2 = data.min_confidence;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/min_confidence", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data2 < 0 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/min_confidence", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/min_confidence", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.union_iou !== undefined){
let data3 = data.union_iou;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data3 < 0 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate7.errors = vErrors;
return errors === 0;
}

export const track = validate8;
const schema6 = {"type":"object","properties":{"tracker":{"enum":["bytetrack","botsort"]},"high_threshold":{"type":"number","minimum":0,"maximum":1},"low_threshold":{"type":"number","minimum":0,"maximum":1},"new_track_threshold":{"type":"number","minimum":0,"maximum":1},"match_threshold":{"type":"number","minimum":0,"maximum":1},"lost_after_s":{"type":"number","minimum":0,"maximum":600},"class_handling":{"enum":["together","apart"]},"second_match_threshold":{"type":"number","minimum":0,"maximum":1},"unconfirmed_match_threshold":{"type":"number","minimum":0,"maximum":1},"fuse_score":{"type":"boolean"},"min_box_area":{"type":"number","minimum":0},"max_aspect_ratio":{"type":"number","exclusiveMinimum":0},"camera_motion":{"enum":["similarity","affine","shift","off"]},"reid_model_id":{"type":"string","minLength":1,"maxLength":4096},"proximity_threshold":{"type":"number","minimum":0,"maximum":1},"appearance_threshold":{"type":"number","minimum":0,"maximum":1},"appearance_momentum":{"type":"number","minimum":0,"maximum":1},"union_iou":{"type":"number","minimum":0,"maximum":1}},"additionalProperties":false};

function validate8(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func18.call(schema6.properties, key0))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.tracker !== undefined){
let data0 = data.tracker;
if(!((data0 === "bytetrack") || (data0 === "botsort"))){
vErrors = withError(vErrors, instancePath+"/tracker", "enum", {});
errors = vErrors.length;
}
}
if(data.high_threshold !== undefined){
let data1 = data.high_threshold;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1 || isNaN(data1)){
vErrors = withError(vErrors, instancePath+"/high_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data1 < 0 || isNaN(data1)){
vErrors = withError(vErrors, instancePath+"/high_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/high_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.low_threshold !== undefined){
let data2 = data.low_threshold;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/low_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data2 < 0 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/low_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/low_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.new_track_threshold !== undefined){
let data3 = data.new_track_threshold;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/new_track_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data3 < 0 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/new_track_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/new_track_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.match_threshold !== undefined){
let data4 = data.match_threshold;
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 1 || isNaN(data4)){
vErrors = withError(vErrors, instancePath+"/match_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data4 < 0 || isNaN(data4)){
vErrors = withError(vErrors, instancePath+"/match_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/match_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.lost_after_s !== undefined){
let data5 = data.lost_after_s;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 600 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/lost_after_s", "maximum", {comparison: "<=", limit: 600});
errors = vErrors.length;
}
if(data5 < 0 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/lost_after_s", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/lost_after_s", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.class_handling !== undefined){
let data6 = data.class_handling;
if(!((data6 === "together") || (data6 === "apart"))){
vErrors = withError(vErrors, instancePath+"/class_handling", "enum", {});
errors = vErrors.length;
}
}
if(data.second_match_threshold !== undefined){
let data7 = data.second_match_threshold;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1 || isNaN(data7)){
vErrors = withError(vErrors, instancePath+"/second_match_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data7 < 0 || isNaN(data7)){
vErrors = withError(vErrors, instancePath+"/second_match_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/second_match_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.unconfirmed_match_threshold !== undefined){
let data8 = data.unconfirmed_match_threshold;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1 || isNaN(data8)){
vErrors = withError(vErrors, instancePath+"/unconfirmed_match_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data8 < 0 || isNaN(data8)){
vErrors = withError(vErrors, instancePath+"/unconfirmed_match_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/unconfirmed_match_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.fuse_score !== undefined){
if(typeof data.fuse_score !== "boolean"){
vErrors = withError(vErrors, instancePath+"/fuse_score", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.min_box_area !== undefined){
let data10 = data.min_box_area;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
vErrors = withError(vErrors, instancePath+"/min_box_area", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/min_box_area", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.max_aspect_ratio !== undefined){
let data11 = data.max_aspect_ratio;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 <= 0 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/max_aspect_ratio", "exclusiveMinimum", {comparison: ">", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/max_aspect_ratio", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.camera_motion !== undefined){
let data12 = data.camera_motion;
if(!((((data12 === "similarity") || (data12 === "affine")) || (data12 === "shift")) || (data12 === "off"))){
vErrors = withError(vErrors, instancePath+"/camera_motion", "enum", {});
errors = vErrors.length;
}
}
if(data.reid_model_id !== undefined){
let data13 = data.reid_model_id;
if(typeof data13 === "string"){
if(func0(data13) > 4096){
vErrors = withError(vErrors, instancePath+"/reid_model_id", "maxLength", {limit: 4096});
errors = vErrors.length;
}
if(func0(data13) < 1){
vErrors = withError(vErrors, instancePath+"/reid_model_id", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/reid_model_id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.proximity_threshold !== undefined){
let data14 = data.proximity_threshold;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 1 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/proximity_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data14 < 0 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/proximity_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/proximity_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.appearance_threshold !== undefined){
let data15 = data.appearance_threshold;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 1 || isNaN(data15)){
vErrors = withError(vErrors, instancePath+"/appearance_threshold", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data15 < 0 || isNaN(data15)){
vErrors = withError(vErrors, instancePath+"/appearance_threshold", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/appearance_threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.appearance_momentum !== undefined){
let data16 = data.appearance_momentum;
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 1 || isNaN(data16)){
vErrors = withError(vErrors, instancePath+"/appearance_momentum", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data16 < 0 || isNaN(data16)){
vErrors = withError(vErrors, instancePath+"/appearance_momentum", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/appearance_momentum", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.union_iou !== undefined){
let data17 = data.union_iou;
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 1 || isNaN(data17)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data17 < 0 || isNaN(data17)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate8.errors = vErrors;
return errors === 0;
}

export const crop = validate9;

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "source_classes") || (key0 === "max_crops")) || (key0 === "min_crop_size")) || (key0 === "emit_crops")) || (key0 === "union_iou"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.source_classes !== undefined){
let data0 = data.source_classes;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(func0(data1) > 500){
vErrors = withError(vErrors, instancePath+"/source_classes/" + i0, "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data1) < 1){
vErrors = withError(vErrors, instancePath+"/source_classes/" + i0, "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/source_classes/" + i0, "type", {type: "string"});
errors = vErrors.length;
}
}
if(data0.length > 2000){
vErrors = withError(vErrors, instancePath+"/source_classes", "maxItems", {limit: 2000});
errors = vErrors.length;
}
if(!func25(data0)){
vErrors = withError(vErrors, instancePath+"/source_classes", "uniqueItems", {});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/source_classes", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.max_crops !== undefined){
let data2 = data.max_crops;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
vErrors = withError(vErrors, instancePath+"/max_crops", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 500 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/max_crops", "maximum", {comparison: "<=", limit: 500});
errors = vErrors.length;
}
if(data2 < 1 || isNaN(data2)){
vErrors = withError(vErrors, instancePath+"/max_crops", "minimum", {comparison: ">=", limit: 1});
errors = vErrors.length;
}
}
}
if(data.min_crop_size !== undefined){
let data3 = data.min_crop_size;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
vErrors = withError(vErrors, instancePath+"/min_crop_size", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 4096 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/min_crop_size", "maximum", {comparison: "<=", limit: 4096});
errors = vErrors.length;
}
if(data3 < 1 || isNaN(data3)){
vErrors = withError(vErrors, instancePath+"/min_crop_size", "minimum", {comparison: ">=", limit: 1});
errors = vErrors.length;
}
}
}
if(data.emit_crops !== undefined){
if(typeof data.emit_crops !== "boolean"){
vErrors = withError(vErrors, instancePath+"/emit_crops", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.union_iou !== undefined){
let data5 = data.union_iou;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data5 < 0 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate9.errors = vErrors;
return errors === 0;
}

export const condition = validate10;

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((key0 === "rules") || (key0 === "combinator")) || (key0 === "hold_n")) || (key0 === "hold_m")) || (key0 === "union_iou"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.rules !== undefined){
let data0 = data.rules;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.subject === undefined){
vErrors = withError(vErrors, instancePath+"/rules/" + i0, "required", {missingProperty: "subject"});
errors = vErrors.length;
}
for(const key1 in data1){
if(!(((((key1 === "subject") || (key1 === "class_name")) || (key1 === "operator")) || (key1 === "threshold")) || (key1 === "points"))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0, "additionalProperties", {additionalProperty: key1});
errors = vErrors.length;
}
}
if(data1.subject !== undefined){
let data2 = data1.subject;
if(!((((data2 === "class_count") || (data2 === "detection_size")) || (data2 === "line")) || (data2 === "zone"))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/subject", "enum", {});
errors = vErrors.length;
}
}
if(data1.class_name !== undefined){
let data3 = data1.class_name;
if(typeof data3 === "string"){
if(func0(data3) > 500){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/class_name", "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data3) < 1){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/class_name", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/class_name", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data1.operator !== undefined){
let data4 = data1.operator;
if(!((((((data4 === ">") || (data4 === ">=")) || (data4 === "<")) || (data4 === "<=")) || (data4 === "==")) || (data4 === "!="))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/operator", "enum", {});
errors = vErrors.length;
}
}
if(data1.threshold !== undefined){
let data5 = data1.threshold;
if(!((typeof data5 == "number") && (isFinite(data5)))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/threshold", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data1.points !== undefined){
let data6 = data1.points;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(Array.isArray(data7)){
const len2 = data7.length;
if(!(len2 <= 2)){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points/" + i1, "additionalItems", {limit: 2});
errors = vErrors.length;
}
const len3 = data7.length;
if(len3 > 0){
let data8 = data7[0];
if(!((typeof data8 == "number") && (isFinite(data8)))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points/" + i1+"/0", "type", {type: "number"});
errors = vErrors.length;
}
}
if(len3 > 1){
let data9 = data7[1];
if(!((typeof data9 == "number") && (isFinite(data9)))){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points/" + i1+"/1", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data7.length < 2){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points/" + i1, "minItems", {limit: 2});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points/" + i1, "type", {type: "array"});
errors = vErrors.length;
}
}
if(data6.length > 2000){
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points", "maxItems", {limit: 2000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/rules/" + i0+"/points", "type", {type: "array"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/rules/" + i0, "type", {type: "object"});
errors = vErrors.length;
}
}
if(data0.length < 1){
vErrors = withError(vErrors, instancePath+"/rules", "minItems", {limit: 1});
errors = vErrors.length;
}
if(data0.length > 100){
vErrors = withError(vErrors, instancePath+"/rules", "maxItems", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/rules", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.combinator !== undefined){
let data10 = data.combinator;
if(!((data10 === "all") || (data10 === "any"))){
vErrors = withError(vErrors, instancePath+"/combinator", "enum", {});
errors = vErrors.length;
}
}
if(data.hold_n !== undefined){
let data11 = data.hold_n;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
vErrors = withError(vErrors, instancePath+"/hold_n", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1000 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/hold_n", "maximum", {comparison: "<=", limit: 1000});
errors = vErrors.length;
}
if(data11 < 1 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/hold_n", "minimum", {comparison: ">=", limit: 1});
errors = vErrors.length;
}
}
}
if(data.hold_m !== undefined){
let data12 = data.hold_m;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
vErrors = withError(vErrors, instancePath+"/hold_m", "type", {type: "integer"});
errors = vErrors.length;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1000 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/hold_m", "maximum", {comparison: "<=", limit: 1000});
errors = vErrors.length;
}
if(data12 < 1 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/hold_m", "minimum", {comparison: ">=", limit: 1});
errors = vErrors.length;
}
}
}
if(data.union_iou !== undefined){
let data13 = data.union_iou;
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data13 < 0 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate10.errors = vErrors;
return errors === 0;
}

export const measure = validate11;

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "geometries") || (key0 === "anchor")) || (key0 === "min_settle_ms")) || (key0 === "dead_band")) || (key0 === "gap_s")) || (key0 === "occupancy_interval_s"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.geometries !== undefined){
let data0 = data.geometries;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.kind === undefined){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0, "required", {missingProperty: "kind"});
errors = vErrors.length;
}
if(data1.name === undefined){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0, "required", {missingProperty: "name"});
errors = vErrors.length;
}
if(data1.points === undefined){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0, "required", {missingProperty: "points"});
errors = vErrors.length;
}
for(const key1 in data1){
if(!((((key1 === "kind") || (key1 === "name")) || (key1 === "points")) || (key1 === "classes"))){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0, "additionalProperties", {additionalProperty: key1});
errors = vErrors.length;
}
}
if(data1.kind !== undefined){
let data2 = data1.kind;
if(!((data2 === "line") || (data2 === "zone"))){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/kind", "enum", {});
errors = vErrors.length;
}
}
if(data1.name !== undefined){
let data3 = data1.name;
if(typeof data3 === "string"){
if(func0(data3) > 60){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/name", "maxLength", {limit: 60});
errors = vErrors.length;
}
if(func0(data3) < 1){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/name", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/name", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data1.points !== undefined){
let data4 = data1.points;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
if(Array.isArray(data5)){
const len2 = data5.length;
if(!(len2 <= 2)){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points/" + i1, "additionalItems", {limit: 2});
errors = vErrors.length;
}
const len3 = data5.length;
if(len3 > 0){
let data6 = data5[0];
if(!((typeof data6 == "number") && (isFinite(data6)))){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points/" + i1+"/0", "type", {type: "number"});
errors = vErrors.length;
}
}
if(len3 > 1){
let data7 = data5[1];
if(!((typeof data7 == "number") && (isFinite(data7)))){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points/" + i1+"/1", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data5.length < 2){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points/" + i1, "minItems", {limit: 2});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points/" + i1, "type", {type: "array"});
errors = vErrors.length;
}
}
if(data4.length > 2000){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points", "maxItems", {limit: 2000});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/points", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data1.classes !== undefined){
let data8 = data1.classes;
if(Array.isArray(data8)){
const len4 = data8.length;
for(let i2=0; i2<len4; i2++){
let data9 = data8[i2];
if(typeof data9 === "string"){
if(func0(data9) > 500){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes/" + i2, "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data9) < 1){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes/" + i2, "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes/" + i2, "type", {type: "string"});
errors = vErrors.length;
}
}
if(data8.length > 2000){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes", "maxItems", {limit: 2000});
errors = vErrors.length;
}
if(!func25(data8)){
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes", "uniqueItems", {});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0+"/classes", "type", {type: "array"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries/" + i0, "type", {type: "object"});
errors = vErrors.length;
}
}
if(data0.length < 1){
vErrors = withError(vErrors, instancePath+"/geometries", "minItems", {limit: 1});
errors = vErrors.length;
}
if(data0.length > 100){
vErrors = withError(vErrors, instancePath+"/geometries", "maxItems", {limit: 100});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/geometries", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.anchor !== undefined){
let data10 = data.anchor;
if(!((((((data10 === "bottom_center") || (data10 === "center")) || (data10 === "top_left")) || (data10 === "top_right")) || (data10 === "bottom_left")) || (data10 === "bottom_right"))){
vErrors = withError(vErrors, instancePath+"/anchor", "enum", {});
errors = vErrors.length;
}
}
if(data.min_settle_ms !== undefined){
let data11 = data.min_settle_ms;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 60000 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/min_settle_ms", "maximum", {comparison: "<=", limit: 60000});
errors = vErrors.length;
}
if(data11 < 0 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/min_settle_ms", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/min_settle_ms", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.dead_band !== undefined){
let data12 = data.dead_band;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/dead_band", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data12 < 0 || isNaN(data12)){
vErrors = withError(vErrors, instancePath+"/dead_band", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/dead_band", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.gap_s !== undefined){
let data13 = data.gap_s;
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 3600 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/gap_s", "maximum", {comparison: "<=", limit: 3600});
errors = vErrors.length;
}
if(data13 < 0 || isNaN(data13)){
vErrors = withError(vErrors, instancePath+"/gap_s", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/gap_s", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.occupancy_interval_s !== undefined){
let data14 = data.occupancy_interval_s;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 3600 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/occupancy_interval_s", "maximum", {comparison: "<=", limit: 3600});
errors = vErrors.length;
}
if(data14 <= 0 || isNaN(data14)){
vErrors = withError(vErrors, instancePath+"/occupancy_interval_s", "exclusiveMinimum", {comparison: ">", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/occupancy_interval_s", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate11.errors = vErrors;
return errors === 0;
}

export const visualize = validate12;
const schema10 = {"type":"object","properties":{"boxes":{"type":"boolean"},"masks":{"type":"boolean"},"keypoints":{"type":"boolean"},"labels":{"type":"boolean"},"confidence":{"type":"boolean"},"trails":{"type":"boolean"},"trail_s":{"type":"number","minimum":0,"maximum":60},"geometries":{"type":"boolean"},"blur_classes":{"type":"array","items":{"type":"string","minLength":1,"maxLength":500},"maxItems":2000,"uniqueItems":true},"watermark":{"type":"string","maxLength":80},"union_iou":{"type":"number","minimum":0,"maximum":1}},"additionalProperties":false};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func18.call(schema10.properties, key0))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.boxes !== undefined){
if(typeof data.boxes !== "boolean"){
vErrors = withError(vErrors, instancePath+"/boxes", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.masks !== undefined){
if(typeof data.masks !== "boolean"){
vErrors = withError(vErrors, instancePath+"/masks", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.keypoints !== undefined){
if(typeof data.keypoints !== "boolean"){
vErrors = withError(vErrors, instancePath+"/keypoints", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.labels !== undefined){
if(typeof data.labels !== "boolean"){
vErrors = withError(vErrors, instancePath+"/labels", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.confidence !== undefined){
if(typeof data.confidence !== "boolean"){
vErrors = withError(vErrors, instancePath+"/confidence", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.trails !== undefined){
if(typeof data.trails !== "boolean"){
vErrors = withError(vErrors, instancePath+"/trails", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.trail_s !== undefined){
let data6 = data.trail_s;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 60 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/trail_s", "maximum", {comparison: "<=", limit: 60});
errors = vErrors.length;
}
if(data6 < 0 || isNaN(data6)){
vErrors = withError(vErrors, instancePath+"/trail_s", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/trail_s", "type", {type: "number"});
errors = vErrors.length;
}
}
if(data.geometries !== undefined){
if(typeof data.geometries !== "boolean"){
vErrors = withError(vErrors, instancePath+"/geometries", "type", {type: "boolean"});
errors = vErrors.length;
}
}
if(data.blur_classes !== undefined){
let data8 = data.blur_classes;
if(Array.isArray(data8)){
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
let data9 = data8[i0];
if(typeof data9 === "string"){
if(func0(data9) > 500){
vErrors = withError(vErrors, instancePath+"/blur_classes/" + i0, "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data9) < 1){
vErrors = withError(vErrors, instancePath+"/blur_classes/" + i0, "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/blur_classes/" + i0, "type", {type: "string"});
errors = vErrors.length;
}
}
if(data8.length > 2000){
vErrors = withError(vErrors, instancePath+"/blur_classes", "maxItems", {limit: 2000});
errors = vErrors.length;
}
if(!func25(data8)){
vErrors = withError(vErrors, instancePath+"/blur_classes", "uniqueItems", {});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/blur_classes", "type", {type: "array"});
errors = vErrors.length;
}
}
if(data.watermark !== undefined){
let data10 = data.watermark;
if(typeof data10 === "string"){
if(func0(data10) > 80){
vErrors = withError(vErrors, instancePath+"/watermark", "maxLength", {limit: 80});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/watermark", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.union_iou !== undefined){
let data11 = data.union_iou;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data11 < 0 || isNaN(data11)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate12.errors = vErrors;
return errors === 0;
}

export const sink = validate13;
const pattern8 = new RegExp("^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$", "u");
const pattern9 = new RegExp("^https?://", "u");

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((key0 === "kind") || (key0 === "filename")) || (key0 === "quality")) || (key0 === "url")) || (key0 === "dataset_project_id")) || (key0 === "union_iou"))){
vErrors = withError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0});
errors = vErrors.length;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(!(((((data0 === "annotated_video") || (data0 === "csv")) || (data0 === "json")) || (data0 === "webhook")) || (data0 === "annotations"))){
vErrors = withError(vErrors, instancePath+"/kind", "enum", {});
errors = vErrors.length;
}
}
if(data.filename !== undefined){
let data1 = data.filename;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
vErrors = withError(vErrors, instancePath+"/filename", "pattern", {pattern: "^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$"});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/filename", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.quality !== undefined){
let data2 = data.quality;
if(!((((data2 === "draft") || (data2 === "small")) || (data2 === "balanced")) || (data2 === "high"))){
vErrors = withError(vErrors, instancePath+"/quality", "enum", {});
errors = vErrors.length;
}
}
if(data.url !== undefined){
let data3 = data.url;
if(typeof data3 === "string"){
if(func0(data3) > 4096){
vErrors = withError(vErrors, instancePath+"/url", "maxLength", {limit: 4096});
errors = vErrors.length;
}
if(!pattern9.test(data3)){
vErrors = withError(vErrors, instancePath+"/url", "pattern", {pattern: "^https?://"});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/url", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.dataset_project_id !== undefined){
let data4 = data.dataset_project_id;
if(typeof data4 === "string"){
if(func0(data4) > 500){
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "maxLength", {limit: 500});
errors = vErrors.length;
}
if(func0(data4) < 1){
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "minLength", {limit: 1});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/dataset_project_id", "type", {type: "string"});
errors = vErrors.length;
}
}
if(data.union_iou !== undefined){
let data5 = data.union_iou;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 1 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/union_iou", "maximum", {comparison: "<=", limit: 1});
errors = vErrors.length;
}
if(data5 < 0 || isNaN(data5)){
vErrors = withError(vErrors, instancePath+"/union_iou", "minimum", {comparison: ">=", limit: 0});
errors = vErrors.length;
}
}
else {
vErrors = withError(vErrors, instancePath+"/union_iou", "type", {type: "number"});
errors = vErrors.length;
}
}
}
else {
vErrors = withError(vErrors, instancePath, "type", {type: "object"});
errors = vErrors.length;
}
validate13.errors = vErrors;
return errors === 0;
}

export const settings = { source, model, filter, track, crop, condition, measure, visualize, sink };

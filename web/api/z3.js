// Z3's C interface for the engine's module: every function is passed on to the module of Z3 (Module.z3) that the worker loads when somebody
// asks for it. Handles are numbers of Z3's own memory and mean nothing here; texts and arrays are copied across. Whatever Z3 answers is only
// used to find a proof: the checker, which is in our module, accepts it or does not.
//
// A function is described by its arguments: i a number, s a text, n the length of the array a that follows; and, after a colon, what it
// returns: i, s or v.
const kFunctions = {
  'i:i': 'mk_context_rc mk_ast_vector mk_bool_sort mk_int_sort mk_real_sort mk_true mk_false mk_params mk_simple_solver mk_solver mk_string_sort get_error_code mk_fpa_rounding_mode_sort mk_fpa_rne mk_fpa_rna mk_fpa_rtp mk_fpa_rtn mk_fpa_rtz mk_fpa_round_nearest_ties_to_away mk_fpa_round_nearest_ties_to_even mk_fpa_round_toward_positive mk_fpa_round_toward_negative mk_fpa_round_toward_zero',
  ':i': 'mk_config',
  'i:v': 'del_config del_context interrupt',
  'ii:v': 'inc_ref dec_ref set_ast_print_mode params_inc_ref params_dec_ref solver_inc_ref solver_dec_ref ast_vector_inc_ref ast_vector_dec_ref model_inc_ref model_dec_ref stats_inc_ref stats_dec_ref func_entry_inc_ref func_entry_dec_ref func_interp_inc_ref func_interp_dec_ref goal_inc_ref goal_dec_ref tactic_inc_ref tactic_dec_ref solver_reset solver_push',
  'ii:i': 'mk_int_symbol get_sort get_sort_kind get_ast_id get_ast_kind get_ast_hash get_app_decl get_app_num_args get_decl_kind get_domain_size get_arity get_range is_app is_numeral_ast mk_not mk_int2real mk_real2int mk_is_int mk_bvneg mk_bvnot mk_fpa_neg mk_fpa_abs mk_fpa_is_nan mk_fpa_is_inf mk_unary_minus solver_check solver_get_model solver_get_unsat_core solver_get_statistics ast_vector_size stats_size get_bv_sort_size fpa_get_ebits fpa_get_sbits is_algebraic_number get_bool_value sort_to_ast func_decl_to_ast app_to_ast to_app mk_re_star mk_re_plus mk_re_option mk_seq_length is_seq_sort is_re_sort get_numerator get_denominator',
  'iii:i': 'mk_const mk_int mk_eq mk_implies mk_iff mk_xor mk_lt mk_le mk_gt mk_ge mk_div mk_mod mk_rem mk_power mk_bvand mk_bvor mk_bvxor mk_bvadd mk_bvsub mk_bvmul mk_bvsdiv mk_bvudiv mk_bvsle mk_bvslt mk_bvsge mk_bvsgt mk_bvule mk_bvult mk_bvuge mk_bvugt mk_bvsrem mk_bvsmod mk_bvurem mk_fpa_leq mk_fpa_lt mk_fpa_geq mk_fpa_gt mk_fpa_eq mk_fpa_rem ast_vector_get stats_is_uint stats_is_double stats_get_uint_value get_domain get_app_arg is_eq_ast mk_real mk_fpa_min mk_fpa_max mk_unsigned_int mk_concat',
  'iiii:i': 'mk_ite mk_fpa_add mk_fpa_sub mk_fpa_mul mk_fpa_div',
  'iii:v': 'ast_vector_push ast_vector_resize solver_set_params solver_assert solver_pop',
  'iiii:v': 'params_set_bool params_set_uint params_set_symbol params_set_double solver_assert_and_track ast_vector_set',
  'is:i': 'mk_string_symbol mk_solver_for_logic',
  'isi:i': 'mk_numeral',
  'ss:v': 'global_param_set',
  'ii:s': 'get_error_msg get_numeral_string get_symbol_string ast_to_string model_to_string solver_to_string solver_get_reason_unknown get_numeral_binary_string params_to_string sort_to_string',
  'iii:s': 'stats_get_key',
  'ina:i': 'mk_and mk_or mk_add mk_mul mk_sub mk_distinct mk_seq_concat mk_re_concat mk_re_union',
  'iina:i': 'mk_app solver_check_assumptions',
  'iinai:i': 'mk_func_decl',
};

/// The text of a function that passes its arguments on.
function forwarder(name, signature) {
  const [given, result] = signature.split(':');
  const names = [...given].map((_, i) => 'p' + i);
  const before = [];
  const after = [];
  const passed = names.map((n, i) => {
    if (given[i] === 's') {
      before.push(`const t${i} = z3Text(${n});`);
      after.push(`Module['z3']['_free'](t${i});`);
      return `t${i}`;
    }
    if (given[i] === 'a') {
      before.push(`const t${i} = z3Array(${n}, ${names[i - 1]});`);
      after.push(`Module['z3']['_free'](t${i});`);
      return `t${i}`;
    }
    return n;
  });
  const call = `Module['z3']['_Z3_${name}'](${passed.join(', ')})`;
  const last = result === 's' ? 'return z3Answer(r);' : result === 'i' ? 'return r;' : '';
  return `(function(${names.join(', ')}) { ${before.join(' ')} const r = ${call}; ${after.join(' ')} ${last} })`;
}

const library = {
  // A text of ours, a copy in Z3's memory.
  $z3Text: function(at) {
    const text = UTF8ToString(at);
    const to = Module['z3']['_malloc'](4 * text.length + 1);
    const bytes = new TextEncoder().encode(text);
    Module['z3']['HEAPU8'].set(bytes, to);
    Module['z3']['HEAPU8'][to + bytes.length] = 0;
    return to;
  },
  $z3Array: function(at, count) {
    const to = Module['z3']['_malloc'](4 * count + 4);
    for (let i = 0; i < count; ++i) Module['z3']['HEAP32'][(to >> 2) + i] = HEAP32[(at >> 2) + i];
    return to;
  },
  // A text of Z3's, a copy in our memory that lives until the next one: as Z3 itself has it.
  $z3Answer__deps: ['malloc', 'free'],
  $z3Answer: function(at) {
    if (z3Answer.last) _free(z3Answer.last);
    z3Answer.last = 0;
    if (!at) return 0;
    const memory = Module['z3']['HEAPU8'];
    let end = at;
    while (memory[end]) ++end;
    z3Answer.last = _malloc(end - at + 1);
    for (let i = at; i <= end; ++i) HEAPU8[z3Answer.last + i - at] = memory[i];
    return z3Answer.last;
  },
  bouton_solver_at_hand: function() {
    return Module['z3'] ? 1 : 0;
  },
  // Errors are asked for after every call; a handler of ours could not be called from there.
  Z3_set_error_handler: function(context, handler) {
    Module['z3']['_set_noop_error_handler'](context);
  },
  Z3_model_eval: function(context, model, term, completion, result) {
    const to = Module['z3']['_malloc'](4);
    const done = Module['z3']['_Z3_model_eval'](context, model, term, completion, to);
    HEAP32[result >> 2] = Module['z3']['HEAP32'][to >> 2];
    Module['z3']['_free'](to);
    return done;
  },
};
for (const [signature, names] of Object.entries(kFunctions))
  for (const name of names.split(' ')) {
    library['Z3_' + name] = eval(forwarder(name, signature));
    library['Z3_' + name + '__deps'] = ['$z3Text', '$z3Array', '$z3Answer'];
  }
mergeInto(LibraryManager.library, library);
